import type { Queryable } from '../../database/engine.ts';
import type { ImportOf } from './imports.ts';

/** A row whose record an undo may restore. */
export interface AppliedRow {
  readonly number: number;
  readonly result: 'created' | 'updated';
  readonly record_id: string;
  readonly version: number;
}

/** The rows before a number that created or updated records, the last first. */
export const lastApplied = (
  transaction: Queryable,
  { accountId, id }: ImportOf,
  { before, most, pass }: { readonly before: number; readonly most: number; readonly pass: number },
): Promise<AppliedRow[]> =>
  transaction.query(
    `select number, result, record_id, version from import_rows
    where account_id = $1::bigint and import_id = $2::bigint and pass = $5::integer and number < $3::integer
      and result in ('created', 'updated') and undo is distinct from 'undone'
    order by number desc limit $4::integer`,
    [accountId, id, before, most, pass],
  );

/** Stores what an undo did to the records of rows. */
export const writeUndo = (
  transaction: Queryable,
  { accountId, id }: ImportOf,
  rows: readonly { readonly number: number; readonly undo: 'undone' | 'kept' }[],
): Promise<unknown> =>
  transaction.query(
    `update import_rows t set undo = r.undo from jsonb_to_recordset($3::jsonb) as r(number integer, undo text)
    where t.account_id = $1::bigint and t.import_id = $2::bigint and t.number = r.number`,
    [accountId, id, JSON.stringify(rows)],
  );
