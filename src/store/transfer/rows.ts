import type { Queryable } from '../../database/engine.ts';
import { quoted } from '../rows/columns.ts';
import { archivedColumn } from './settled-columns.ts';
import type { StoredTable } from './tables.ts';

/** The rows of one account in a table, or all. */
interface RowPlace {
  readonly accountId: string | null;
  readonly table: Pick<StoredTable, 'name'>;
}

/** Some columns of rows. For one account, `readAccountTables` has described the table. */
interface StoredRows extends RowPlace {
  readonly table: StoredTable;
  readonly columns: readonly string[];
}

/** Some columns of the rows of one account. */
export interface AccountRows extends StoredRows {
  readonly accountId: string;
}

/** The rows with all columns. */
export const wholeRows = (table: StoredTable, accountId: string | null = null): StoredRows => ({
  accountId,
  table,
  columns: table.columns.map(({ name }) => name),
});

/** The text that one statement should read or write, in characters. */
const wantedLength = 2 ** 20;
const fewestRows = 8;
/** The limit of rows that one statement reads: after many short rows may come some of two megabytes each. */
const mostRows = 100;

/**
 * Reads rows as JSON text, some at a time, in the order of the primary key, which is the same on every database. The
 * transaction must read nothing else meanwhile.
 */
export async function* readRowTexts(transaction: Queryable, rows: StoredRows): AsyncGenerator<readonly string[]> {
  const order = orderOf(rows.table, 'p');
  await transaction.query(
    `declare saved no scroll cursor for
    select row_to_json(p)::text as line
    from ${shownRows(rows)} p
    ${order === '' ? '' : `order by ${order}`}`,
    parametersOf(rows),
  );
  for (let most = fewestRows; ; ) {
    const found = await transaction.query<{ line: string }>(`fetch ${most} from saved`);
    const lines = found.map(({ line }) => line);
    if (lines.length > 0) yield lines;
    if (lines.length < most) break;
    most = Math.min(mostRows, rowsFitting(lines));
  }
  await transaction.query('close saved');
}

/** A sharded Postgres loses the names of a sub-select's columns if its rows come from several nodes. */
function shownRows(rows: StoredRows): string {
  const { accountId, table, columns } = rows;
  if (accountId === null) return quoted(table.name);
  return `(select ${columns.map((name) => archivedColumn(table.name, name)).join(', ')} from ${placeOf(rows)})`;
}

/** The rows as a table `t` with its condition. */
const placeOf = ({ accountId, table }: RowPlace): string =>
  `${quoted(table.name)} t${accountId === null ? '' : ' where t.account_id = $1::bigint'}`;

const parametersOf = ({ accountId }: Pick<RowPlace, 'accountId'>): string[] => (accountId === null ? [] : [accountId]);

/** The number of such rows that have the wanted length together. */
function rowsFitting(lines: readonly string[]): number {
  const meanLength = lines.reduce((sum, { length }) => sum + length, 0) / lines.length;
  return Math.max(fewestRows, Math.floor(wantedLength / meanLength));
}

/** The columns of a table's primary key, in an order that is the same on every database. */
export const orderOf = ({ key }: Pick<StoredTable, 'key'>, alias: string): string =>
  key.map(({ name, isText }) => `${alias}.${quoted(name)}${isText ? ' collate "C"' : ''}`).join(', ');

/** Stores rows that `readRowTexts` has read. */
export async function insertRowTexts(
  transaction: Queryable,
  rows: StoredRows,
  lines: readonly string[],
): Promise<void> {
  const [name, columns] = [quoted(rows.table.name), rows.columns.map(quoted)];
  const own = rows.accountId === null ? [] : ['account_id'];
  const most = rowsFitting(lines);
  for (let at = 0; at < lines.length; at += most) {
    await transaction.query(
      `insert into ${name} (${[...own, ...columns].join(', ')})
      select ${[...own.map(() => '$1::bigint'), ...columns.map((column) => `r.${column}`)].join(', ')}
      from json_populate_recordset(null::${name}, $${own.length + 1}::json) r`,
      [...parametersOf(rows), `[${lines.slice(at, at + most).join(',')}]`],
    );
  }
}

/** Deletes every row of an account in a table. */
export async function deleteRows(
  transaction: Queryable,
  { accountId, table }: Pick<AccountRows, 'accountId' | 'table'>,
): Promise<void> {
  await transaction.query(`delete from ${table.name} t where t.account_id = $1::bigint`, [accountId]);
}

/** The number of rows. */
export async function countRows(engine: Queryable, rows: RowPlace): Promise<number> {
  const text = `select count(*) as count from ${placeOf(rows)}`;
  const [row] = await engine.query<{ count: string }>(text, parametersOf(rows));
  return Number(row?.count ?? 0);
}
