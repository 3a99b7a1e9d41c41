import { choiceName } from '../../../resources/labels.ts';
import type { ChangeLine } from '../../../resources/vocabulary/choices.ts';
import type { Step } from '../../charts/bridge.tsx';
import type { Tone } from '../../charts/mark.tsx';
import { weekBefore } from '../../lists/as-of/as-of-days.ts';
import type { Search } from '../../queries/address.ts';
import { listPath } from '../../queries/list-path.ts';
import type { ReportBody } from '../../reporting/report-body.ts';
import { changeNames } from '../../reporting/change-names.ts';
import { groupLabel } from '../groups.ts';
import {
  type Column,
  type Part,
  type ReportContext,
  reportKind,
  type Row,
  rowsOf,
  type Section,
  totalRow,
} from '../report-kind.ts';
import { changeProjects } from './change-projects.ts';
import { changedColumns, changedRows } from './changed-columns.ts';

type Body = ReportBody<'pipeline_change'>;

/** The lines of a group, or of all of them. */
type Lines = Readonly<Record<ChangeLine, Body['total']['opening']>>;

type Figures = Pick<Body['total']['opening'], 'count' | 'amount' | 'weighted_amount' | 'projects_url'>;

/** Why the open projects of one instant are not those of another. */
export const pipelineChangeReport = reportKind<'pipeline_change'>({
  name: 'pipeline_change',
  tab: 'Change',
  title: 'The change of the pipeline',
  about: 'Why the open projects changed. Opening + added + repriced − won − lost − dropped = closing.',
  begin: (day) => ({ from: weekBefore(day) }),
  isBetween: true,
  parameters: ['instants', 'group_by'],
  refusedGroups: ['project_stage_id', 'loss_reason_id'],
  projects: changeProjects,
  sections: (body, context) => [
    linesSection(body, context),
    ...(body.group_by === null
      ? []
      : [groupsSection(body, context, 'amount'), groupsSection(body, context, 'weighted')]),
    largestSection(body, context),
  ],
});

/** The lines in the order of their sum. Only groups have projects that moved from one to another. */
const inOrder: readonly ChangeLine[] = ['opening', 'added', 'repriced', 'moved', 'won', 'lost', 'dropped', 'closing'];

const ofTotal = inOrder.filter((line) => line !== 'moved');

/** The addresses have the instants of the report's own address, so that a report up to now leads to lists of now. */
const instantsOf = ({ from, to = '' }: Search): Search => ({ ...(from !== undefined && { from }), to });

function figureColumns({ formats: { count, money }, search }: ReportContext): readonly Column<Figures>[] {
  const besides = instantsOf(search);
  return [
    { name: 'Projects', parts: ({ count: of, projects_url: url }) => [{ text: count(of), url, besides }] },
    { name: 'Amount', parts: ({ amount, projects_url: url }) => [{ text: money(amount), url, besides }] },
    { name: 'Weighted', parts: ({ weighted_amount: of, projects_url: url }) => [{ text: money(of), url, besides }] },
  ];
}

/** The sum line by line, each followed by its reasons. */
function linesSection({ total }: Body, context: ReportContext): Section {
  const columns = figureColumns(context);
  const row = (key: string, label: string, figures: Figures): Row => ({
    key,
    label,
    cells: columns.map(({ parts }) => parts(figures)),
  });
  const rows = ofTotal.flatMap((line): readonly Row[] => [
    { ...row(line, changeNames[line], total[line]), isTotal: isLevel(line) },
    ...total[line].parts.map((part) => ({
      ...row(`${line}-${part.reason}`, choiceName(part.reason), part),
      isPart: true,
    })),
  ]);
  const isEmpty = ofTotal.every((line) => total[line].count === 0);
  return {
    title: 'Open projects',
    head: 'Line',
    columns,
    rows: isEmpty ? [] : rows,
    bridge: ofTotal.map((line) => stepOf(line, total, context)),
    none: 'No project was open then, and none is now.',
  };
}

const isLevel = (line: ChangeLine): boolean => line === 'opening' || line === 'closing';

const tones: Readonly<Record<ChangeLine, Tone>> = {
  opening: 'strong',
  added: 'soft',
  repriced: 'soft',
  moved: 'soft',
  won: 'good',
  lost: 'bad',
  dropped: 'quiet',
  closing: 'strong',
};

/** The lines that take away from the pipeline. */
const leaving: readonly ChangeLine[] = ['won', 'lost', 'dropped'];

/** Of less than 0, of 0 and of more. */
const signs = ['−', '', '+'] as const;

function stepOf(line: ChangeLine, total: Lines, { formats, search }: ReportContext): Step {
  const { count, amount, projects_url: url } = total[line];
  const size = leaving.includes(line) ? -amount : amount;
  const figure = formats.shortMoney(Math.abs(size));
  const sign = isLevel(line) ? '' : (signs[Math.sign(size) + 1] ?? '');
  return {
    key: line,
    label: changeNames[line],
    tone: tones[line],
    size,
    isLevel: isLevel(line),
    top: `${sign}${figure}`,
    name: `${changeNames[line]}: ${formats.count(count)}, ${formats.money(amount)}`,
    path: listPath(url, instantsOf(search)),
  };
}

type Group = Lines & { readonly label: string };

/** The lines of each group: their numbers and amounts, or their weighted amounts. */
function groupsSection({ groups, total }: Body, context: ReportContext, figure: 'amount' | 'weighted'): Section {
  const { formats, dimension } = context;
  const lines = groups.map((group) => ({
    ...group,
    label: dimension ? groupLabel(group.group, formats, dimension) : '',
  }));
  const [count, amount, weighted] = figureColumns(context);
  const shown = [count, amount, weighted].slice(...(figure === 'amount' ? [0, 2] : [2, 3]));
  const parts = (line: Figures): readonly Part[] =>
    line.projects_url === null
      ? [{ text: figure === 'amount' ? formats.count(0) : formats.money(0) }]
      : shown.flatMap((column) => column?.parts(line) ?? []);
  const columns: readonly Column<Lines>[] = inOrder.map((line) => ({
    name: changeNames[line],
    parts: (group) => parts(group[line]),
  }));
  const by = `By ${(dimension?.label ?? 'group').toLowerCase()}`;
  return {
    title: figure === 'amount' ? by : `${by}, weighted`,
    head: dimension?.label ?? '',
    columns,
    rows:
      groups.length === 0
        ? []
        : [...rowsOf<Group>(lines, columns, ({ label }) => label), totalRow<Lines>(total, columns)],
    none: 'No project was open then, and none is now.',
  };
}

/** The largest projects of each line that has reasons or an end. */
function largestSection({ total }: Body, context: ReportContext): Section {
  const entries = ofTotal.flatMap((line) => total[line].projects.map((entry) => ({ ...entry, line })));
  const columns = changedColumns(context.formats);
  return {
    title: 'The ten largest projects of each line',
    head: 'Project',
    columns,
    rows: changedRows(entries, columns, context.search['to']),
    none: 'No project was added, repriced or closed.',
  };
}
