import type { BacklogLayer } from '../../resources/vocabulary/choices.ts';
import type { Column } from '../charts/columns.tsx';
import type { Tone } from '../charts/mark.tsx';
import { periodName } from '../data/fiscal.ts';
import type { Formats } from '../data/formats.ts';
import { listPath } from '../queries/list-path.ts';
import type { ReportBody } from './report-body.ts';

type Body = ReportBody<'backlog'>;

/** The looks of the layers of the work to be earned. */
export const layerTones: Readonly<Record<BacklogLayer, Tone>> = {
  backlog: 'strong',
  committed: 'soft',
  pursuit: 'quiet',
};

/** The name of a bucket in two parts: `Q3` and `FY2026`. */
export const bucketName = ({ buckets, every, fiscal_year_starts_month: firstMonth }: Body, index: number) =>
  periodName(buckets[index]?.from ?? '', every, firstMonth);

/** The columns of a chart: the layers of each bucket one on the other; the line is the goal. */
export const workColumns = (body: Body, formats: Formats): readonly Column[] =>
  body.buckets.map((_, index) => workColumn(body, index, formats));

function workColumn(body: Body, index: number, { money, shortMoney }: Formats): Column {
  const { layers, sum, goals } = body.total;
  const [label, note] = bucketName(body, index);
  const value = sum.buckets[index] ?? 0;
  const goal = goals[index]?.goal.target;
  const target = goal === undefined ? '' : `, goal ${money(goal)}`;
  return {
    key: String(index),
    label,
    note,
    top: value === 0 ? '' : shortMoney(value),
    name: `${label} ${note}: ${money(value)}${target}`,
    parts: layers.map(({ layer, buckets }) => ({ tone: layerTones[layer], size: buckets[index] ?? 0 })),
    path: listPath(sum.bucket_urls[index] ?? null),
    ...(goal !== undefined && { tick: goal }),
  };
}
