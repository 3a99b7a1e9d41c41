import type { Queryable } from '../../database/engine.ts';
import type { RowResult } from '../../resources/transfer/imports.ts';
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

const isNameKey = (key: string): boolean => key.startsWith('name:');

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

/** A row to apply. */
export interface StagedRow extends Omit<NewRow, 'characters'> {
  /** The number of the last row that names the same record, if it is a later one. */
  readonly superseded_by: number | null;
  /** Whether another row of the file has the same name key. */
  readonly has_twin: boolean;
  readonly target_id: string | null;
  /** The ids of the records that the row may mean. */
  readonly ambiguous: readonly string[] | null;
}

/** The most characters of the cells and the ids that `nextRows` reads, about. One more row can exceed it. */
const mostCharacters = 512 * 2 ** 10;

/** The next rows of an import, in order: `most` of them, or fewer if they are long. */
export async function nextRows(
  transaction: Queryable,
  { accountId, id }: ImportOf,
  { after, most, pass }: { readonly after: number; readonly most: number; readonly pass: number },
): Promise<StagedRow[]> {
  const rows = await transaction.query<Omit<StagedRow, 'superseded_by' | 'has_twin'>>(
    `select number, line, cells, fault, key, external_key,
      case when target_pass = $5::integer then target_id end as target_id,
      case when target_pass = $5::integer then ambiguous end as ambiguous
    from (
      select *, sum(size) over (order by number) - size as characters_before from (
        select *, coalesce(characters, length(cells::text)) + coalesce(length(ambiguous::text), 0) as size
        from import_rows where account_id = $1::bigint and import_id = $2::bigint and number > $3::integer
        order by number limit $4::integer
      ) n
    ) r
    where characters_before < $6::bigint order by number`,
    [accountId, id, after, most, pass, mostCharacters],
  );
  // Without statistics, Postgres would compare each of these rows with all others if this were one statement.
  const keys = rows.flatMap(({ key }) => key ?? []);
  const numbers = await transaction.query<{ key: string; first: number; last: number }>(
    `select k.key, r.first, r.last from unnest($3::text[]) as k(key), lateral (
      select min(r.number) as first, max(r.number) as last from import_rows r
      where r.account_id = $1::bigint and r.import_id = $2::bigint and r.key = k.key
    ) r`,
    [accountId, id, keys],
  );
  const numbersOf = new Map(numbers.map(({ key, ...ends }) => [key, ends]));
  return rows.map((row): StagedRow => {
    const { first = row.number, last = row.number } = (row.key !== null && numbersOf.get(row.key)) || {};
    const isNamed = row.key !== null && isNameKey(row.key);
    return { ...row, has_twin: isNamed && first !== last, superseded_by: !isNamed && last > row.number ? last : null };
  });
}

/** The cells of some rows, by their numbers. */
export async function rowsNumbered(
  transaction: Queryable,
  { accountId, id }: ImportOf,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, Pick<StagedRow, 'line' | 'cells'>>> {
  const rows = await transaction.query<Pick<StagedRow, 'number' | 'line' | 'cells'>>(
    `select number, line, cells from import_rows
    where account_id = $1::bigint and import_id = $2::bigint and number = any($3::integer[])`,
    [accountId, id, numbers.map(String)],
  );
  return new Map(rows.map((row) => [row.number, row]));
}

/**
 * Notes the records that have the fields by which rows name them; several records are ambiguous. Notes of an
 * earlier pass do not count.
 */
export const noteTargets = (
  transaction: Queryable,
  { accountId, id }: ImportOf,
  pass: number,
  found: readonly { readonly key: string; readonly id: string }[],
): Promise<unknown> =>
  transaction.query(
    `with f as (
      select key, jsonb_agg(id order by id) as ids from jsonb_to_recordset($3::jsonb) as r(key text, id text) group by key
    )
    update import_rows t set
      target_pass = $4::integer,
      target_id = case when t.target_pass = $4::integer then t.target_id else (f.ids ->> 0)::bigint end,
      ambiguous = case
        when t.target_pass = $4::integer then coalesce(t.ambiguous, jsonb_build_array(t.target_id::text)) || f.ids
        when jsonb_array_length(f.ids) > 1 then f.ids
      end
    from f where t.account_id = $1::bigint and t.import_id = $2::bigint and t.key = f.key`,
    [accountId, id, JSON.stringify(found), pass],
  );

/** A row of a pass that gave an external id to a record. */
export interface ExternalIdTaker {
  readonly external_key: string;
  readonly number: number;
  /** Null if a check made the record. */
  readonly record_id: string | null;
}

/** The rows before a number that this pass accepted and that have these external ids. */
export const externalIdTakers = (
  transaction: Queryable,
  { accountId, id }: ImportOf,
  { before, pass, keys }: { readonly before: number; readonly pass: number; readonly keys: readonly string[] },
): Promise<ExternalIdTaker[]> =>
  transaction.query(
    `select external_key, number, record_id from import_rows
    where account_id = $1::bigint and import_id = $2::bigint and external_key = any($3::text[])
      and number < $4::integer and pass = $5::integer and result in ('created', 'updated', 'unchanged')
    order by number`,
    [accountId, id, keys, before, pass],
  );

/** The outcome of a row: its result, its record and version, and its errors or warnings. */
export interface RowOutcome {
  readonly number: number;
  readonly result: RowResult;
  readonly record_id: string | null;
  readonly version: number | null;
  readonly errors: unknown;
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
