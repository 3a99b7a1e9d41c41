import type { Queryable } from '../../database/engine.ts';
import type { ImportOf } from './imports.ts';
import { isNameKey, type NewRow } from './staged-rows.ts';

/** A row to apply. */
export interface StagedRow extends Omit<NewRow, 'characters'> {
  /** The number of the last row that names the same record, if it is a later one. */
  readonly superseded_by: number | null;
  /** Whether another row of the file has the same name key. */
  readonly has_twin: boolean;
  /** The number of the first row that has the same name key, if it is an earlier one. */
  readonly repeats: number | null;
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
  const rows = await transaction.query<Omit<StagedRow, 'superseded_by' | 'has_twin' | 'repeats'>>(
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
  return rows.map((row) => ({ ...row, ...placeOf(row, numbersOf) }));
}

type Ends = Readonly<Record<'first' | 'last', number>>;

/** The place of a row among those with its key. */
function placeOf(
  { key, number }: Pick<StagedRow, 'key' | 'number'>,
  numbersOf: ReadonlyMap<string, Ends>,
): Pick<StagedRow, 'superseded_by' | 'has_twin' | 'repeats'> {
  const { first, last } = numbersOf.get(key ?? '') ?? { first: number, last: number };
  if (key === null || !isNameKey(key)) {
    return { superseded_by: last > number ? last : null, has_twin: false, repeats: null };
  }
  return { superseded_by: null, has_twin: first !== last, repeats: first < number ? first : null };
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
