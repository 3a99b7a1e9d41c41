import type { Queryable } from '../../database/engine.ts';
import type { ImportOf } from './imports.ts';

/** A row as it was read. */
export interface NewRow {
  readonly number: number;
  readonly line: number;
  readonly cells: readonly unknown[];
  /** The size of the row in characters, as the limits of a file count it. */
  readonly characters: number;
  readonly fault: unknown;
  /** A digest of the fields that identify the record, or a name key (`nameKey`). */
  readonly key: string | null;
  /** A digest of the external id, if other fields identify the record. */
  readonly external_key: string | null;
}

/** The key of a row whose record is found by its name. Several such rows are records of their own. */
export const nameKey = (digest: string): string => `name:${digest}`;

/** Whether a key is a name key. */
export const isNameKey = (key: string): boolean => key.startsWith('name:');

/** Stores rows as they were read. */
export const insertRows = (
  transaction: Queryable,
  { accountId, id }: ImportOf,
  rows: readonly NewRow[],
): Promise<unknown> =>
  transaction.query(
    `insert into import_rows (account_id, import_id, number, line, cells, characters, fault, key, external_key)
    select $1::bigint, $2::bigint, r.number, r.line, r.cells, r.characters, r.fault, r.key, r.external_key
    from jsonb_to_recordset($3::jsonb)
      as r(number integer, line integer, cells jsonb, characters integer, fault jsonb, key text, external_key text)`,
    [accountId, id, JSON.stringify(rows)],
  );

/** The characters of the rows that are stored, or about to be. */
export interface RowCharacters {
  readonly ofImport: number;
  readonly ofAccount: number;
}

/** Adds to the characters of an import's rows. @param isFirst whether there are no rows before. @returns the sums. */
export async function addRowCharacters(
  transaction: Queryable,
  { accountId, id }: ImportOf,
  added: number,
  isFirst: boolean,
): Promise<RowCharacters> {
  const [sums] = await transaction.query<RowCharacters>(
    `with added as (
      update import_states set row_characters = case when $4::boolean then 0 else row_characters end + $3::bigint
      where account_id = $1::bigint and id = $2::bigint returning row_characters
    )
    select a.row_characters::double precision as "ofImport", a.row_characters + (
      select coalesce(sum(s.row_characters), 0) from import_states s
      where s.account_id = $1::bigint and s.id <> $2::bigint
    )::double precision as "ofAccount" from added a`,
    [accountId, id, added, isFirst],
  );
  return sums ?? { ofImport: added, ofAccount: added };
}

/** Deletes up to `most` rows of an import. @returns whether there may be more. */
export async function deleteRows(transaction: Queryable, { accountId, id }: ImportOf, most: number): Promise<boolean> {
  const [{ count } = { count: 0 }] = await transaction.query<{ count: number }>(
    `with gone as (
      delete from import_rows where account_id = $1::bigint and import_id = $2::bigint and number in (
        select number from import_rows where account_id = $1::bigint and import_id = $2::bigint
        order by number limit $3::integer)
      returning 1
    ) select count(*)::integer as count from gone`,
    [accountId, id, most],
  );
  return count === most;
}
