import type { Queryable } from '../../database/engine.ts';
import type { ImportOf } from './imports.ts';

/** A record that an import made because a row refers to it, or a custom field that it defined. */
export interface MadeRecord {
  /** The plural of its resource. */
  readonly resource: string;
  readonly record_id: string;
  readonly version: number;
}

/** Stores records that an import made besides those of its rows. */
export const insertMade = (
  transaction: Queryable,
  { accountId, id }: ImportOf,
  made: readonly MadeRecord[],
): Promise<unknown> =>
  transaction.query(
    `insert into import_made (account_id, import_id, resource, record_id, version)
    select $1::bigint, $2::bigint, r.resource, r.record_id, r.version
    from jsonb_to_recordset($3::jsonb) as r(resource text, record_id bigint, version integer)`,
    [accountId, id, JSON.stringify(made)],
  );

/** The next such records that no undo has judged, the latest first. */
export const lastMade = (transaction: Queryable, { accountId, id }: ImportOf, most: number): Promise<MadeRecord[]> =>
  transaction.query(
    `select resource, record_id, version from import_made
    where account_id = $1::bigint and import_id = $2::bigint and undo is null
    order by resource = 'custom_fields', resource, record_id desc limit $3::integer`,
    [accountId, id, most],
  );

/** Lets the next undo judge the records again that an earlier one kept. */
export const forgetKept = (transaction: Queryable, { accountId, id }: ImportOf): Promise<unknown> =>
  transaction.query(
    `update import_made set undo = null where account_id = $1::bigint and import_id = $2::bigint and undo = 'kept'`,
    [accountId, id],
  );

/** Stores what an undo did to such records. */
export const writeMadeUndo = (
  transaction: Queryable,
  { accountId, id }: ImportOf,
  records: readonly (Pick<MadeRecord, 'resource' | 'record_id'> & { readonly undo: 'undone' | 'kept' })[],
): Promise<unknown> =>
  transaction.query(
    `update import_made t set undo = r.undo
    from jsonb_to_recordset($3::jsonb) as r(resource text, record_id bigint, undo text)
    where t.account_id = $1::bigint and t.import_id = $2::bigint and t.resource = r.resource
      and t.record_id = r.record_id`,
    [accountId, id, JSON.stringify(records)],
  );

/** How many such records an import made, by resource. */
export async function countMade(engine: Queryable, { accountId, id }: ImportOf): Promise<Record<string, number>> {
  const counts = await engine.query<{ resource: string; count: number }>(
    `select resource, count(*)::integer as count from import_made
    where account_id = $1::bigint and import_id = $2::bigint group by resource order by resource`,
    [accountId, id],
  );
  return Object.fromEntries(counts.map(({ resource, count }) => [resource, count]));
}
