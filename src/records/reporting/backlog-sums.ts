import type { BacklogRow } from '../../store/reports/backlog.ts';
import { exactCents } from './exact-json.ts';

/** The money of some jobs in whole cents, and the numbers of those that lack something. */
export interface JobSums {
  readonly count: number;
  readonly amount: bigint;
  readonly before: bigint;
  readonly buckets: readonly bigint[];
  readonly after: bigint;
  readonly unscheduled: bigint;
  readonly without_amount: number;
  readonly without_probability: number;
  readonly without_remaining: number;
}

/** The sums of no jobs. */
export const noJobs = (buckets: number): JobSums => ({
  ...{
    count: 0,
    amount: 0n,
    before: 0n,
    buckets: Array.from({ length: buckets }, () => 0n),
    after: 0n,
    unscheduled: 0n,
  },
  ...{ without_amount: 0, without_probability: 0, without_remaining: 0 },
});

/** The sums of a row of the statement. */
export const jobSumsOf = (row: BacklogRow): JobSums => ({
  count: row.count,
  amount: BigInt(row.amount),
  before: BigInt(row.before),
  buckets: row.buckets.map(BigInt),
  after: BigInt(row.after),
  unscheduled: BigInt(row.unscheduled),
  without_amount: row.without_amount,
  without_probability: row.without_probability,
  without_remaining: row.without_remaining,
});

/** The sums of the jobs of both. */
export const addJobs = (one: JobSums, other: JobSums): JobSums => ({
  count: one.count + other.count,
  amount: one.amount + other.amount,
  before: one.before + other.before,
  buckets: one.buckets.map((cents, index) => cents + (other.buckets[index] ?? 0n)),
  after: one.after + other.after,
  unscheduled: one.unscheduled + other.unscheduled,
  without_amount: one.without_amount + other.without_amount,
  without_probability: one.without_probability + other.without_probability,
  without_remaining: one.without_remaining + other.without_remaining,
});

/** Sums as the answer shows them. */
export const shownMoney = ({ amount, before, buckets, after, unscheduled, ...counts }: JobSums): object => ({
  ...counts,
  amount: exactCents(amount),
  before: exactCents(before),
  buckets: buckets.map(exactCents),
  after: exactCents(after),
  unscheduled: exactCents(unscheduled),
});
