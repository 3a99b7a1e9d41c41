import { choiceName } from '../../../resources/labels.ts';
import type { Bar } from '../../charts/bars.tsx';
import { type Formats, nothing } from '../../data/formats.ts';
import { listPath } from '../../queries/list-path.ts';
import { groupLabel } from '../groups.ts';
import { bucketName, layerTones, workColumns } from '../../reporting/work-columns.ts';
import { layerNames } from '../../reporting/layer-names.ts';
import type { ReportBody } from '../../reporting/report-body.ts';
import { backlogProjects } from './backlog-projects.ts';
import {
  type Column,
  type Part,
  type ReportContext,
  reportKind,
  rowsOf,
  type Section,
  totalRow,
} from '../report-kind.ts';

type Body = ReportBody<'backlog'>;

type Line = Body['total'];

type Layer = Line['layers'][number];

/** The money of a layer, or of all of them. */
type Money = Line['sum'];

/** The work to be earned over time, against the goals of work put in place. */
export const backlogReport = reportKind<'backlog'>({
  name: 'backlog',
  tab: 'Backlog',
  title: 'Backlog',
  about: 'The work to be earned on won jobs, committed projects and the other open ones, over the days of each job.',
  begin: () => ({ every: 'quarter' }),
  parameters: ['buckets', 'curve', 'group_by'],
  refusedGroups: ['loss_reason_id'],
  projects: backlogProjects,
  sections: (body, context) => [
    timeSection(body, context),
    ...(body.group_by === null ? [] : [groupsSection(body, context)]),
    layersSection(body, context),
  ],
});

/** Where the money of a line stands: in a bucket by its number, or beside the buckets. */
type Place = number | 'before' | 'after' | 'unscheduled' | 'amount';

function moneyAt(money: Money, place: Place): { readonly value: number; readonly part: Omit<Part, 'text'> } {
  const { projects_url: url } = money;
  if (typeof place === 'number') {
    return { value: money.buckets[place] ?? 0, part: { url: money.bucket_urls[place] ?? null } };
  }
  const value = money[place];
  if (place === 'amount') return { value, part: { url } };
  return { value, part: { url: value === 0 ? null : url, besides: { bucket: place } } };
}

interface TimeRow {
  readonly label: string;
  readonly place: Place;
}

function timeSection(body: Body, context: ReportContext): Section {
  const { formats } = context;
  const { total, buckets } = body;
  const columns = timeColumns(total, context);
  const aside = (place: 'before' | 'after' | 'unscheduled', label: string): readonly TimeRow[] =>
    total.sum[place] === 0 ? [] : [{ label, place }];
  const lines: readonly TimeRow[] = [
    ...aside('before', 'Before'),
    ...buckets.map(({ is_partial: isPartial }, index) => ({
      label: `${bucketName(body, index).join(' ').trim()}${isPartial ? ', begun' : ''}`,
      place: index,
    })),
    ...aside('after', 'After'),
    ...aside('unscheduled', 'Without days'),
  ];
  return {
    title: 'Work to be earned',
    head: choiceName(body.every),
    columns,
    rows:
      total.sum.count === 0
        ? []
        : [...rowsOf(lines, columns, ({ label }) => label), totalRow({ label: 'All', place: 'amount' }, columns)],
    chart: workColumns(body, formats),
    none: 'No work is left to be earned.',
  };
}

function timeColumns({ layers, sum, goals }: Line, { formats: { money } }: ReportContext): readonly Column<TimeRow>[] {
  const partsOf = (of: Money) => (row: TimeRow) => {
    const { value, part } = moneyAt(of, row.place);
    return [{ text: money(value), ...part }];
  };
  const goalAt = ({ place }: TimeRow) => (typeof place === 'number' ? (goals[place] ?? null) : null);
  const ofGoals: readonly Column<TimeRow>[] = [
    { name: 'Goal', parts: (row) => [{ text: money(goalAt(row)?.goal.target ?? null) }] },
    { name: 'Gap', parts: (row) => [{ text: money(goalAt(row)?.gap ?? null) }] },
  ];
  return [
    ...layers.map((layer) => ({ name: layerNames[layer.layer], tone: layerTones[layer.layer], parts: partsOf(layer) })),
    { name: 'All', parts: partsOf(sum) },
    ...(goals.some((goal) => goal !== null) ? ofGoals : []),
  ];
}

type Group = Line & { readonly label: string };

/** All of the money of each group by layer. */
function groupsSection({ groups, total }: Body, { formats, dimension }: ReportContext): Section {
  const lines = groups.map((line) => ({ ...line, label: dimension ? groupLabel(line.group, formats, dimension) : '' }));
  const { count, money } = formats;
  const parts = ({ count: of, amount, projects_url: url }: Money): readonly Part[] =>
    of === 0
      ? [{ text: count(0) }]
      : [
          { text: count(of), url },
          { text: money(amount), url },
        ];
  const columns: readonly Column<Line>[] = [
    ...total.layers.map(({ layer }, index) => ({
      name: layerNames[layer],
      tone: layerTones[layer],
      parts: ({ layers }: Line) => {
        const of = layers[index];
        return of ? parts(of) : [];
      },
    })),
    { name: 'All', parts: ({ sum }) => parts(sum) },
  ];
  return {
    title: 'By group',
    head: dimension?.label ?? '',
    columns,
    rows: [...rowsOf<Group>(lines, columns, ({ label }) => label), totalRow<Line>(total, columns)],
    bars: lines.map((line, index) => groupBar(line, String(index), formats)),
    none: 'No work is left to be earned.',
  };
}

function groupBar({ label, layers }: Group, key: string, { money, shortMoney }: Formats): Bar {
  const segments = layers
    .filter(({ amount }) => amount > 0)
    .map(({ layer, amount, projects_url: url }) => ({
      tone: layerTones[layer],
      size: amount,
      label: shortMoney(amount),
      name: `${label}, ${layerNames[layer].toLowerCase()}: ${money(amount)}`,
      path: listPath(url),
    }));
  return { key, label, segments };
}

/** The number of projects of each layer, and of those that lack a figure. */
function layersSection({ total, day }: Body, { formats: { count, money } }: ReportContext): Section {
  const missing =
    (key: 'without_amount' | 'without_probability' | 'without_remaining', besides: Part['besides']) =>
    (layer: Money): readonly Part[] => [
      { text: count(layer[key]), url: layer[key] === 0 ? null : layer.projects_url, ...(besides && { besides }) },
    ];
  const columns: readonly Column<Money>[] = [
    { name: 'Projects', parts: (layer) => [{ text: count(layer.count), url: layer.projects_url }] },
    { name: 'Amount', parts: (layer) => [{ text: money(layer.amount), url: layer.projects_url }] },
    { name: 'No amount', parts: missing('without_amount', { 'amount[is_null]': 'true' }) },
    { name: 'No probability', parts: missing('without_probability', { 'probability[is_null]': 'true' }) },
    {
      name: 'Begun, no remaining amount',
      parts: missing('without_remaining', { 'remaining_amount[is_null]': 'true', 'start_date[lte]': day }),
    },
  ];
  return {
    title: 'Projects',
    head: 'Layer',
    columns,
    rows:
      total.sum.count === 0
        ? []
        : [
            ...rowsOf<Layer>(total.layers, columns, ({ layer }) => layerNames[layer]),
            totalRow<Money>(total.sum, columns),
          ],
    none: nothing,
  };
}
