import type { Queryable } from '../../database/engine.ts';

/** How far the filling of an account with sample data is, or its removal. */
export interface StoredDemo {
  readonly status: 'running' | 'complete' | 'failed' | 'removing' | 'removed';
  readonly done: number;
  /** Null until the sample data is planned. */
  readonly total: number | null;
  readonly started_at: string;
  readonly finished_at: string | null;
  /** The reason of a failure, in words. */
  readonly problem: string | null;
  /** The numbers of the records that it made, by family. */
  readonly records: RecordCounts;
}

/** The number of records of each resource, by plural. */
export type RecordCounts = Readonly<Record<string, number>>;

/** The marks of the changes that made sample data. A client may use a request id again, so it does not suffice. */
export interface SampleMarks {
  readonly requestIds: readonly string[];
  /** The last change of the account before the filling. */
  readonly afterChange: string;
  /** No change of the sample data is later. */
  readonly until: string;
}

/** Whether no attempt to fill the account, as `d`, has made a record. A new attempt empties `made`. */
const madeNothing = "d.made = '{}' and cardinality(d.request_ids) <= 1";

const columns = 'status, done, total, started_at, finished_at, problem, records';

/**
 * Stores that an account is being filled; undefined if it already is, or was. A failed attempt makes way. If it made
 * records, the marks of its changes stay, so that a removal finds them. Otherwise they go, because the changes of people
 * between the attempts may have the same request id.
 */
export async function insertDemo(
  transaction: Queryable,
  accountId: string,
  { now, requestId }: { readonly now: Date; readonly requestId: string },
): Promise<StoredDemo | undefined> {
  const [demo] = await transaction.query<StoredDemo>(
    `insert into demos as d (account_id, status, started_at, request_ids, after_change)
    select $1::bigint, 'running', $2::timestamptz, array[$3::text], coalesce(max(c.id), 0)
    from changes c where c.account_id = $1::bigint
    on conflict (account_id) do update set status = 'running', done = 0, total = null, problem = null, made = '{}',
      records = '{}', started_at = $2::timestamptz, finished_at = null,
      request_ids = case when ${madeNothing} then array[$3::text] else d.request_ids || array[$3::text] end,
      after_change = case when ${madeNothing} then excluded.after_change else d.after_change end
    where d.account_id = $1::bigint and d.status = 'failed'
    returning ${columns}`,
    [accountId, now.toISOString(), requestId],
  );
  return demo;
}

/** Stores that the sample data is being removed; undefined if there is none, or if it is being filled or removed. */
export async function beginRemoval(transaction: Queryable, accountId: string): Promise<StoredDemo | undefined> {
  const [demo] = await transaction.query<StoredDemo>(
    `update demos set status = 'removing', done = 0, problem = null, finished_at = null,
      total = (select sum(value::integer)::integer from jsonb_each_text(records))
    where account_id = $1::bigint and status in ('complete', 'failed')
    returning ${columns}`,
    [accountId],
  );
  return demo;
}

/** The marks of the sample data of an account, if it has some. */
export async function sampleMarks(engine: Queryable, accountId: string): Promise<SampleMarks | undefined> {
  const [marks] = await engine.query<SampleMarks & Record<string, never>>(
    `select request_ids as "requestIds", after_change::text as "afterChange", started_at as until
    from demos where account_id = $1::bigint`,
    [accountId],
  );
  return marks;
}

/** Stores the number of records that the removal has deleted. */
export const keepRemoval = (transaction: Queryable, accountId: string, done: number): Promise<unknown> =>
  transaction.query('update demos set done = $2::integer where account_id = $1::bigint', [accountId, done]);

export async function findDemo(engine: Queryable, accountId: string): Promise<StoredDemo | undefined> {
  const [demo] = await engine.query<StoredDemo>(`select ${columns} from demos where account_id = $1::bigint`, [
    accountId,
  ]);
  return demo;
}

type DemoIds = Readonly<Record<string, string>>;

/** The ids of the records that later parts refer to, by name. */
export async function demoRecords(transaction: Queryable, accountId: string): Promise<DemoIds> {
  const [demo] = await transaction.query<{ made: DemoIds }>('select made from demos where account_id = $1::bigint', [
    accountId,
  ]);
  return demo?.made ?? {};
}

/** Stores a part of the progress. @param made further records that later parts refer to. */
export const keepDemo = (
  transaction: Queryable,
  accountId: string,
  { done, total, records, made }: Pick<StoredDemo, 'done' | 'total' | 'records'> & { readonly made: DemoIds },
): Promise<unknown> =>
  transaction.query(
    // The column is rewritten only with further records.
    `update demos set done = $2::integer, total = $3::integer, records = $4::jsonb${Object.keys(made).length > 0 ? ', made = made || $5::jsonb' : ''}
    where account_id = $1::bigint`,
    [
      ...[accountId, done, total, JSON.stringify(records)],
      ...(Object.keys(made).length > 0 ? [JSON.stringify(made)] : []),
    ],
  );

/** Stores the end of the filling or of the removal. @param problem the reason of a failure, or of what is left. */
export const endDemo = (
  transaction: Queryable,
  accountId: string,
  { status, problem, now }: Pick<StoredDemo, 'status' | 'problem'> & { readonly now: Date },
): Promise<unknown> =>
  transaction.query(
    `update demos set status = $2, problem = $3, finished_at = $4::timestamptz where account_id = $1::bigint`,
    [accountId, status, problem, now.toISOString()],
  );
