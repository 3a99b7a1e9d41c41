import type { Queryable } from '../../database/engine.ts';

/** How far the filling of an account with sample data is. */
export interface StoredDemo {
  readonly status: 'running' | 'complete' | 'failed';
  readonly done: number;
  /** Null until the sample data is planned. */
  readonly total: number | null;
  readonly started_at: string;
  readonly finished_at: string | null;
  /** The reason of a failure, in words. */
  readonly problem: string | null;
}

const columns = 'status, done, total, started_at, finished_at, problem';

/** Stores that an account is being filled; undefined if it already is, or was. A failed attempt makes way. */
export async function insertDemo(
  transaction: Queryable,
  accountId: string,
  now: Date,
): Promise<StoredDemo | undefined> {
  const [demo] = await transaction.query<StoredDemo>(
    `insert into demos as d (account_id, status, started_at) values ($1::bigint, 'running', $2::timestamptz)
    on conflict (account_id) do update set status = 'running', done = 0, total = null, problem = null, made = '{}',
      started_at = $2::timestamptz, finished_at = null where d.account_id = $1::bigint and d.status = 'failed'
    returning ${columns}`,
    [accountId, now.toISOString()],
  );
  return demo;
}

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
  { done, total, made }: Pick<StoredDemo, 'done' | 'total'> & { readonly made: DemoIds },
): Promise<unknown> =>
  transaction.query(
    // The column is rewritten only with further records.
    `update demos set done = $2::integer, total = $3::integer${Object.keys(made).length > 0 ? ', made = made || $4::jsonb' : ''}
    where account_id = $1::bigint`,
    [accountId, done, total, ...(Object.keys(made).length > 0 ? [JSON.stringify(made)] : [])],
  );

/** Stores the end of the filling. @param problem the reason of a failure. */
export const endDemo = (
  transaction: Queryable,
  accountId: string,
  { problem, now }: { readonly problem: string | null; readonly now: Date },
): Promise<unknown> =>
  transaction.query(
    `update demos set status = $2, problem = $3, finished_at = $4::timestamptz where account_id = $1::bigint`,
    [accountId, problem === null ? 'complete' : 'failed', problem, now.toISOString()],
  );
