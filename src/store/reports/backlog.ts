import type { BacklogCurve, BacklogLayer } from '../../resources/vocabulary/choices.ts';
import type { Queryable } from '../../database/engine.ts';
import type { SelectedList } from '../query/selection.ts';
import { addedUp } from './added-lines.ts';
import { type LinesRequest, readLines } from './grouped-lines.ts';
import { type BoundSelect, compared, comparedIds, type ProjectEntry, readRankedPage } from './listed-projects.ts';
import type { Slice, SlicedReads } from './slices.ts';
import { isOpen, weightedAmount } from './pipeline.ts';

// The money of each job, spread over its days (docs/reports.md). All amounts are whole cents. The selects have
// `offset 0`, so that Postgres computes their values once for each job.

/** The days and the curve by which the money of jobs is spread. */
export interface BacklogPlan {
  readonly curve: BacklogCurve;
  /** The first day of each bucket, and the day after the last one, in days from 1970-01-01. */
  readonly bounds: readonly number[];
  readonly committedStageIds: readonly string[];
}

/** The money of some jobs, in whole cents as text. */
export interface BacklogMoney {
  readonly amount: string;
  readonly before: string;
  readonly buckets: readonly string[];
  readonly after: string;
  readonly unscheduled: string;
}

/** The jobs of a group in a layer. */
export interface BacklogRow extends BacklogMoney {
  readonly group: string | null;
  /** The place of the layer, from 1. */
  readonly period: number;
  readonly count: number;
  readonly without_amount: number;
  readonly without_probability: number;
  readonly without_remaining: number;
  /** The embedded columns of the large record that the group refers to, as `of.<column>`. */
  readonly [column: string]: unknown;
}

/** The jobs to add up. */
interface BacklogRequest {
  readonly selected: SelectedList;
  readonly plan: BacklogPlan;
  /** The SQL of the group over `t`; null without groups. */
  readonly group: string | null;
  readonly of: LinesRequest['of'];
  readonly limit: number;
}

/** Reads the money of jobs by group and layer. */
export function readBacklog(engine: Queryable, request: BacklogRequest): Promise<BacklogRow[]> {
  const { selected, plan, group, of, limit } = request;
  const money = moneyOf(plan);
  const summed = (sql: string): string => `sum(${sql})::text`;
  return readLines<BacklogRow>(engine, {
    source: spreadJobs(selected, plan, group),
    conditions: ['true'],
    group: group === null ? null : 't."group"',
    period: 't.layer',
    figures: [
      'count(*)::integer as count',
      `${summed('t.cents')} as amount`,
      `${summed(money.before)} as before`,
      `array[${money.buckets.map(summed).join(', ')}] as buckets`,
      `${summed(money.after)} as after`,
      `${summed(money.unscheduled)} as unscheduled`,
      'count(*) filter (where t.lacks_amount)::integer as without_amount',
      'count(*) filter (where t.lacks_probability)::integer as without_probability',
      'count(*) filter (where t.lacks_remaining)::integer as without_remaining',
    ],
    parameters: selected.binding.parameters,
    of,
    limit,
  });
}

/** The part of a job's money that a list of jobs is about: a bucket by its place from 0, or all of it. */
export type MoneyPart = 'before' | 'after' | 'unscheduled' | 'amount' | number;

/** The jobs of a list. */
export interface BacklogList {
  /** Selects the projects of a slice, with parameters for one statement. */
  readonly select: (slice: Slice) => SelectedList;
  /** Selects all projects of the account. */
  readonly projects: () => SelectedList;
  readonly plan: BacklogPlan;
  /** The place of the layer, from 1; null for all. */
  readonly layer: number | null;
  readonly part: MoneyPart;
}

/** Counts the jobs of a list. */
export async function countBacklogJobs(reads: SlicedReads, list: BacklogList): Promise<number> {
  const [line] = await addedUp(reads, (slice) => {
    const selected = list.select(slice);
    const sql = `select count(*)::integer as count ${listSql(list, selected)}`;
    return reads.snapshot.query<{ count: number }>(sql, selected.binding.parameters);
  });
  return line?.count ?? 0;
}

interface BacklogPage {
  readonly limit: number;
  readonly skip: number;
  /** The keys of each project; all by default. */
  readonly keys?: readonly string[] | undefined;
}

/** A job in a list, with its money in whole cents. */
type BacklogJob = ProjectEntry &
  Omit<BacklogMoney, 'amount'> & {
    readonly layer: number;
    readonly job_amount: string;
    /** The part that the list is about. */
    readonly part: string;
  };

/** A page of the jobs of a list with their projects, the largest part first, then by id. */
export const readBacklogJobs = (reads: SlicedReads, list: BacklogList, { limit, skip, keys }: BacklogPage) =>
  readRankedPage<BacklogJob>(
    reads,
    {
      entries: (slice) => jobsOf(list, list.select(slice)),
      order: `order by ${partSql(list)} desc, t.id`,
      compare: (one, other) => compared(BigInt(other.part), BigInt(one.part)) || comparedIds(one, other),
      projects: list.projects,
      keys,
    },
    { limit, skip },
  );

function jobsOf(list: BacklogList, selected: SelectedList): BoundSelect {
  const { before, buckets, after, unscheduled } = moneyOf(list.plan);
  const shown = [
    't.id',
    't.layer',
    't.cents::text as job_amount',
    `(${before})::text as before`,
    `array[${buckets.map((sql) => `(${sql})::text`).join(', ')}] as buckets`,
    `(${after})::text as after`,
    `(${unscheduled})::text as unscheduled`,
    `(${partSql(list)})::text as part`,
  ];
  return { sql: `select ${shown.join(',\n  ')} ${listSql(list, selected)}`, binding: selected.binding };
}

function listSql(list: BacklogList, selected: SelectedList): string {
  const { plan, layer, part } = list;
  const conditions = [
    ...(layer === null ? [] : [`t.layer = ${layer}`]),
    ...(part === 'amount' ? [] : [`${partSql(list)} > 0`]),
  ];
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  return `from ${spreadJobs(selected, plan, null)} t${where}`;
}

function partSql({ plan, part }: BacklogList): string {
  if (part === 'amount') return 't.cents';
  const money = moneyOf(plan);
  return typeof part === 'number' ? `(${money.buckets[part] ?? '0'})` : `(${money[part]})`;
}

/** The SQL of the parts of a job's money, over `spreadJobs`. */
function moneyOf({ bounds }: BacklogPlan) {
  const last = bounds.length - 1;
  return {
    before: 't.c0',
    buckets: bounds.slice(1).map((_, index) => `t.c${index + 1} - t.c${index}`),
    after: `t.cents - t.unscheduled - t.c${last}`,
    unscheduled: 't.unscheduled',
  };
}

const places: Readonly<Record<BacklogLayer, number>> = { backlog: 1, committed: 2, pursuit: 3 };

/** The place of a layer, from 1. */
export const placeOfLayer = (layer: BacklogLayer): number => places[layer];

/** The jobs with the money that each has earned before each bound, `c0`, `c1` and so on. */
function spreadJobs(selected: SelectedList, plan: BacklogPlan, group: string | null): string {
  const { binding } = selected;
  const bounds = `(${binding.hold(plan.bounds.map(String))}::integer[])`;
  const earned = plan.bounds.map((_, index) => `${earnedBy(`${bounds}[${index + 1}]`, plan.curve)} as c${index}`);
  return `(select t.id, t."group", t.layer, t.cents, t.lacks_amount, t.lacks_probability, t.lacks_remaining,
    case when t.is_scheduled then 0 else t.cents end as unscheduled,
    ${earned.join(',\n    ')}
  from ${scheduledJobs(selected, plan, group)} t offset 0)`;
}

/** The cents that a job has earned before a day: C(k) after its k days until then. */
function earnedBy(day: string, curve: BacklogCurve): string {
  const days = `(${day} - t.first_day)`;
  return `case when not t.is_scheduled or ${days} <= t.done then 0 when ${days} >= t.length then t.cents
      else div(2 * t.cents * (${progress(days, curve)} - t.done_progress) + t.whole_progress, 2 * t.whole_progress) end`;
}

/** The progress of a job after so many of its days, of which it has `t.length`: G(k). */
const progress = (days: string, curve: BacklogCurve): string =>
  curve === 'even' ? `${days}::numeric` : `${days}::numeric * ${days} * (3 * t.length - 2 * ${days})`;

/** The jobs with the progress that is done, and the one that their money stands for (M). */
function scheduledJobs(selected: SelectedList, plan: BacklogPlan, group: string | null): string {
  const { curve } = plan;
  return `(select t.*, (t.length is not null and t.done < t.length and not t.starts_late) as is_scheduled,
    ${progress('t.done', curve)} as done_progress,
    ${progress('t.length', curve)} - ${progress('t.done', curve)} as whole_progress
  from ${jobs(selected, plan, group)} t offset 0)`;
}

/**
 * The unfinished jobs: their layer, their money, their length in days (null without dates) and the days of it that are
 * done. An open project whose start has passed starts late.
 */
function jobs({ source, conditions, binding }: SelectedList, plan: BacklogPlan, group: string | null): string {
  const today = `${binding.holdDay('today')}::date`;
  const isCommitted = `t.project_stage_id = any(${binding.hold(plan.committedStageIds)}::bigint[])`;
  const hasRemaining = "t.close_type = 'won' and t.remaining_amount is not null";
  return `(select t.id, ${group ?? 'null::text'} as "group",
    case when t.close_type = 'won' then ${places.backlog} when ${isCommitted} then ${places.committed}
      else ${places.pursuit} end as layer,
    round(100 * coalesce(case when ${hasRemaining} then t.remaining_amount
      when t.close_type = 'won' or ${isCommitted} then t.amount else ${weightedAmount} end, 0)) as cents,
    t.start_date - date '1970-01-01' as first_day,
    t.end_date - t.start_date + 1 as length,
    case when ${hasRemaining} then greatest(0, t.remaining_as_of - t.start_date + 1) else 0 end as done,
    (${isOpen} and t.start_date <= ${today}) is true as starts_late,
    t.amount is null as lacks_amount,
    t.probability is null as lacks_probability,
    (t.close_type = 'won' and t.start_date <= ${today} and t.remaining_amount is null) is true as lacks_remaining
  from ${source} t
  where ${[...conditions, isUnfinished(today)].join(' and ')} offset 0)`;
}

/** Open projects, won jobs until their end, and late ones with money left. */
const isUnfinished = (today: string): string =>
  `(${isOpen} or (t.close_type = 'won' and ((t.end_date < ${today}) is not true
    or (t.remaining_amount > 0 and t.remaining_as_of >= t.end_date))))`;
