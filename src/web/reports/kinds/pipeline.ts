import type { Bar } from '../../charts/bars.tsx';
import { listPath } from '../../queries/list-path.ts';
import { groupLabel } from '../groups.ts';
import type { ReportBody } from '../../reporting/report-body.ts';
import { type Column, type ReportContext, reportKind, rowsOf, type Section, totalRow } from '../report-kind.ts';
import { type GoalLine, goalsSection } from './goals-section.ts';

type Body = ReportBody<'pipeline'>;

type Line = Body['total'];

/** The open projects, against the goals of bookings. */
export const pipelineReport = reportKind<'pipeline'>({
  name: 'pipeline',
  tab: 'Pipeline',
  title: 'Pipeline',
  about: 'Open projects. Weighted: the amount times the probability of each project.',
  begin: () => ({ group_by: 'project_stage_id' }),
  parameters: ['group_by'],
  sections: (body, context) => [linesSection(body, context), goalsSection(goalLines(body, context), body, context)],
});

function linesSection({ groups, total }: Body, context: ReportContext): Section {
  const { formats, dimension } = context;
  const columns = columnsOf(context);
  const labelled = groups.map((line) => ({
    ...line,
    label: dimension ? groupLabel(line.group, formats, dimension) : '',
  }));
  const bars = labelled.length > 0 ? labelled : [{ ...total, label: 'All' }];
  return {
    title: 'Open projects',
    head: dimension?.label ?? '',
    columns,
    rows:
      total.count === 0
        ? []
        : [...rowsOf<Line & { label: string }>(labelled, columns, ({ label }) => label), totalRow(total, columns)],
    bars: bars.map((line, index) => barOf(line, String(index), context)),
    none: 'No project is open.',
  };
}

const columnsOf = ({ formats: { count, money } }: ReportContext): readonly Column<Line>[] => [
  { name: 'Projects', parts: ({ count: of, projects_url: url }) => [{ text: count(of), url }] },
  { name: 'Amount', tone: 'soft', parts: ({ amount, projects_url: url }) => [{ text: money(amount), url }] },
  {
    name: 'Weighted',
    tone: 'strong',
    parts: ({ weighted_amount: weighted, projects_url: url }) => [{ text: money(weighted), url }],
  },
  {
    name: 'No amount',
    parts: ({ without_amount: of, projects_url }) => [missing(count(of), of, projects_url, 'amount')],
  },
  {
    name: 'No probability',
    parts: ({ without_probability: of, projects_url }) => [missing(count(of), of, projects_url, 'probability')],
  },
];

const missing = (text: string, of: number, url: string | null, field: string) => ({
  text,
  url: of === 0 ? null : url,
  besides: { [`${field}[is_null]`]: 'true' },
});

function barOf(line: Line & { readonly label: string }, key: string, { formats }: ReportContext): Bar {
  const { label, amount, weighted_amount: weighted, projects_url: url } = line;
  const path = listPath(url);
  const { money, shortMoney } = formats;
  return {
    key,
    label,
    segments: [
      {
        tone: 'strong',
        size: weighted,
        label: shortMoney(weighted),
        name: `${label}, weighted: ${money(weighted)}`,
        path,
      },
      {
        tone: 'soft',
        size: amount - weighted,
        label: `of ${shortMoney(amount)}`,
        name: `${label}, amount: ${money(amount)}`,
        path,
      },
    ],
  };
}

/** The goals of the total and of the groups, each with the name of its scope. */
function goalLines({ groups, total }: Body, { formats, dimension }: ReportContext): readonly GoalLine[] {
  const ofTotal = total.goals.map((goal) => ({ ...goal, scope: null }));
  const ofGroups = groups.flatMap(({ group, goals }) =>
    goals.map((goal) => ({ ...goal, scope: dimension ? groupLabel(group, formats, dimension) : null })),
  );
  return [...ofTotal, ...ofGroups];
}
