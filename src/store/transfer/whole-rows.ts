import type { Queryable } from '../../database/engine.ts';
import { quoted } from '../rows/columns.ts';
import { orderOf } from './account-rows.ts';
import type { WholeTable } from './all-tables.ts';

/** The text that one statement should read or write, in characters. */
const wantedLength = 2 ** 20;
const mostRows = 2000;
const fewestRows = 8;

/**
 * Reads all rows of a table as JSON text, some at a time, in the order of the primary key, which is the same on every
 * database. The transaction must read nothing else meanwhile.
 */
export async function* readWholeRows(transaction: Queryable, table: WholeTable): AsyncGenerator<readonly string[]> {
  const order = orderOf(table, 'p');
  await transaction.query(
    `declare saved no scroll cursor for
    select row_to_json(p)::text as line
    from (select ${table.columns.map((name) => `t.${quoted(name)}`).join(', ')} from ${quoted(table.name)} t) p
    ${order === '' ? '' : `order by ${order}`}`,
  );
  for (let most = fewestRows; ; ) {
    const found = await transaction.query<{ line: string }>(`fetch ${most} from saved`);
    if (found.length > 0) yield found.map(({ line }) => line);
    if (found.length < most) break;
    most = rowsFitting(found.reduce((sum, { line }) => sum + line.length, 0) / found.length);
  }
  await transaction.query('close saved');
}

/** Stores rows that `readWholeRows` has read. */
export async function insertWholeRows(
  transaction: Queryable,
  { name, columns }: WholeTable,
  lines: readonly string[],
): Promise<void> {
  const most = rowsFitting(lines.reduce((sum, line) => sum + line.length, 0) / lines.length);
  for (let at = 0; at < lines.length; at += most) {
    await transaction.query(
      `insert into ${quoted(name)} (${columns.map(quoted).join(', ')})
      select ${columns.map((column) => `r.${quoted(column)}`).join(', ')}
      from json_populate_recordset(null::${quoted(name)}, $1::json) r`,
      [`[${lines.slice(at, at + most).join(',')}]`],
    );
  }
}

const rowsFitting = (meanLength: number): number =>
  Math.max(fewestRows, Math.min(mostRows, Math.floor(wantedLength / meanLength)));

/** The number of rows of a table. */
export async function countWholeRows(transaction: Queryable, { name }: WholeTable): Promise<number> {
  const [row] = await transaction.query<{ count: string }>(`select count(*) as count from ${quoted(name)}`);
  return Number(row?.count ?? 0);
}

/** The last number that each sequence of the schema has given out; those that have given out none are missing. */
export async function readSequences(transaction: Queryable): Promise<Record<string, string>> {
  const rows = await transaction.query<{ name: string; last: string | null }>(
    `select relname as name, pg_sequence_last_value(oid) as last from pg_class
    where relkind = 'S' and relnamespace = current_schema()::regnamespace
    order by relname collate "C"`,
  );
  return Object.fromEntries(rows.flatMap(({ name, last }) => (last === null ? [] : [[name, last]])));
}

/** Makes the sequences go on after the numbers that `readSequences` has read. */
export async function writeSequences(transaction: Queryable, last: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(last)) {
    await transaction.query('select setval(format($1, $2::text)::regclass, $3::bigint)', ['%I', name, value]);
  }
}
