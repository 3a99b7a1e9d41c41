import type { Engine, Queryable } from '../../database/engine.ts';
import { upgradeKinds } from './upgrade-jobs.ts';

/** Background work that survives a restart, done in steps. */
export interface Job<Input = unknown, Progress = unknown> {
  readonly accountId: string;
  readonly id: string;
  readonly kind: string;
  /** The record that the job is about. */
  readonly subjectId: string | null;
  /** The request, as it was stored with the job. */
  readonly input: Input;
  /** The result of the last step; null before the first. */
  readonly progress: Progress | null;
  readonly failures: number;
}

/** A job to store. */
export type NewJob<Input = unknown> = Pick<Job<Input>, 'accountId' | 'kind' | 'subjectId' | 'input'>;

/** Stores a job in the transaction of the change that requests it. The job is due at once. */
export const insertJob = <Input>(transaction: Queryable, job: NewJob<Input>, now: Date): Promise<unknown> =>
  transaction.query(
    `insert into jobs (account_id, created_at, kind, subject_id, input, due_at)
    values ($1::bigint, $2::timestamptz, $3, $4::bigint, $5::jsonb, $2::timestamptz)`,
    [job.accountId, now.toISOString(), job.kind, job.subjectId, JSON.stringify(job.input)],
  );

/** Deletes the jobs of a kind that are about one record. */
export const deleteJobs = (
  transaction: Queryable,
  { accountId, kind, subjectId }: Pick<NewJob, 'accountId' | 'kind' | 'subjectId'>,
): Promise<unknown> =>
  transaction.query('delete from jobs where account_id = $1::bigint and kind = $2 and subject_id = $3::bigint', [
    ...[accountId, kind, subjectId],
  ]);

/** The longest time after which a failed step is tried again, in milliseconds. */
export const longestDelayMs = 10 * 60_000;

/**
 * Whether a job is due. The clock may have gone back since its time was stored: only a failed step waits, and none waits
 * longer than the longest delay.
 */
const isDue = (now: string): string =>
  `(due_at <= ${now} or failures = 0 or due_at > ${now} + interval '${longestDelayMs} milliseconds')`;

/** The places among the next accounts that are for those with jobs of an upgrade alone. */
const upgradesAtOnce = 2;

/**
 * The accounts with a due job of these kinds, the longest due first. No request waits for the jobs of an upgrade, so
 * accounts with other jobs come first. Those may wait for long, so some places are for upgrades alone. The statement locks nothing.
 */
export async function accountsWithDueJobs(
  engine: Engine,
  kinds: readonly string[],
  now: Date,
  most: number,
): Promise<string[]> {
  const accounts = await engine.query<{ account_id: string }>(
    `(${dueAccounts} having not ${isOfUpgrade} ${longestDue} limit ${most - upgradesAtOnce})
    union all
    (${dueAccounts} having ${isOfUpgrade} ${longestDue} limit ${most})`,
    [now.toISOString(), kinds, upgradeKinds],
  );
  return accounts.map(({ account_id: accountId }) => accountId).slice(0, most);
}

const dueAccounts = `select account_id from jobs where ${isDue('$1::timestamptz')} and kind = any($2::text[])
    group by account_id`;

const isOfUpgrade = 'bool_and(kind = any($3::text[]))';

const longestDue = `order by max(due_at) > $1::timestamptz desc,
      min(due_at) filter (where kind <> all($3::text[])), min(due_at), account_id`;

/** Whether an account has a due job of these kinds. */
export async function hasDueJob(
  engine: Queryable,
  accountId: string,
  kinds: readonly string[],
  now: Date,
): Promise<boolean> {
  const found = await engine.query(
    `select 1 as found from jobs where account_id = $1::bigint and ${isDue('$2::timestamptz')} and kind = any($3::text[])
    limit 1`,
    [accountId, now.toISOString(), kinds],
  );
  return found.length > 0;
}

interface ClaimableJobs {
  readonly kinds: readonly string[];
  readonly now: Date;
  /** The ids of jobs that could do nothing. */
  readonly except?: readonly string[];
}

/**
 * Locks the account's job that has been due longest, until the transaction ends; those of an upgrade come after
 * all others. The lock is the lease: if the process dies, Postgres releases it. Returns null if another process works on all due jobs.
 */
export async function claimJob(
  transaction: Queryable,
  accountId: string,
  { kinds, now, except = [] }: ClaimableJobs,
): Promise<Job | null> {
  const [job] = await transaction.query<Omit<Job, 'accountId'>>(
    `select id, kind, subject_id as "subjectId", input, progress, failures from jobs
    where account_id = $1::bigint and ${isDue('$2::timestamptz')} and kind = any($3::text[])
      and id <> all($5::bigint[])
    order by kind = any($4::text[]), due_at > $2::timestamptz desc, due_at, id limit 1 for no key update skip locked`,
    [accountId, now.toISOString(), kinds, upgradeKinds, except],
  );
  return job ? { accountId, ...job } : null;
}

/** Stores the progress of a locked job. Its next step is due at once, after the account's other due jobs. */
export const keepJob = (
  transaction: Queryable,
  { accountId, id }: Job,
  { progress, failures, now }: { readonly progress: unknown; readonly failures: number; readonly now: Date },
): Promise<unknown> =>
  transaction.query(
    `update jobs set progress = $3::jsonb, due_at = $4::timestamptz, failures = $5::integer
    where account_id = $1::bigint and id = $2::bigint`,
    [accountId, id, JSON.stringify(progress), now.toISOString(), failures],
  );

/** Deletes a locked job that has ended. */
export const endJob = (transaction: Queryable, { accountId, id }: Job): Promise<unknown> =>
  transaction.query('delete from jobs where account_id = $1::bigint and id = $2::bigint', [accountId, id]);

/** Counts a failed step, and stores when the next try is due. The job keeps its progress. */
export const delayJob = (engine: Queryable, { accountId, id }: Job, dueAt: Date): Promise<unknown> =>
  engine.query(
    `update jobs set failures = failures + 1, due_at = $3::timestamptz
    where account_id = $1::bigint and id = $2::bigint`,
    [accountId, id, dueAt.toISOString()],
  );
