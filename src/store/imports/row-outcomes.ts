import type { Queryable } from '../../database/engine.ts';
import type { RowError, RowResult } from '../../resources/transfer/imports.ts';
import type { ImportOf } from './imports.ts';

/** The outcome of a row: its result, its record and version, and its errors or warnings. */
export interface RowOutcome {
  readonly number: number;
  readonly result: RowResult;
  readonly record_id: string | null;
  readonly version: number | null;
  readonly errors: readonly RowError[] | null;
}

/** Stores the results of rows. @param pass of the import. */
export const writeOutcomes = (
  transaction: Queryable,
  { accountId, id }: ImportOf,
  pass: number,
  outcomes: readonly RowOutcome[],
): Promise<unknown> =>
  transaction.query(
    `update import_rows t set pass = $3::integer, result = r.result, record_id = r.record_id, version = r.version,
      errors = r.errors, undo = null
    from jsonb_to_recordset($4::jsonb)
      as r(number integer, result text, record_id bigint, version integer, errors jsonb)
    where t.account_id = $1::bigint and t.import_id = $2::bigint and t.number = r.number`,
    [accountId, id, pass, JSON.stringify(outcomes)],
  );
