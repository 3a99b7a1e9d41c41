import type { Operations } from '../../client/operations.ts';
import { backlogLayers, goalPeriods } from '../../resources/vocabulary/choices.ts';
import { periodName } from '../data/fiscal.ts';
import type { Search } from '../queries/address.ts';
import { layerNames } from '../reporting/layer-names.ts';
import type { ReportBody } from '../reporting/report-body.ts';

/** A project with its money by bucket. */
export type BacklogEntry = Operations['GET /reports/backlog/projects']['data']['projects'][number];

/** Where the money of a figure stands: in a bucket by its number, beside the buckets, or everywhere. */
export type BacklogPlace = number | 'before' | 'after' | 'unscheduled' | 'amount';

type Body = ReportBody<'backlog'>;

/** The place of a figure, from the address of its projects. */
export function placeOf({ bucket }: Search, { buckets }: Body): BacklogPlace {
  if (bucket === undefined) return 'amount';
  if (bucket === 'before' || bucket === 'after' || bucket === 'unscheduled') return bucket;
  return buckets.findIndex(({ from }) => from === bucket);
}

/** The money of a project at a place. */
export const moneyAt = (entry: BacklogEntry, place: BacklogPlace): number =>
  typeof place === 'number' ? (entry.buckets[place] ?? 0) : entry[place];

/** `Won, Q3 FY2026`. @param firstMonth of the fiscal year. */
export function figureName({ line, bucket, every }: Search, firstMonth: number): string {
  const layer = backlogLayers.find((one) => one === line);
  const period = goalPeriods.find((one) => one === every) ?? 'month';
  const whose = layer === undefined ? 'Work to be earned' : layerNames[layer];
  if (bucket === undefined) return whose;
  return `${whose}, ${asideNames[bucket] ?? periodName(bucket, period, firstMonth).join(' ').trim()}`;
}

const asideNames: Readonly<Record<string, string>> = {
  before: 'before the periods',
  after: 'after the periods',
  unscheduled: 'without days',
};
