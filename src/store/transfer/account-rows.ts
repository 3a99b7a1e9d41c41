import type { Queryable } from '../../database/engine.ts';
import { quoted } from '../rows/columns.ts';
import type { AccountTable } from './account-tables.ts';
import { archivedColumn } from './settled-columns.ts';

/** The number of rows that a statement reads or writes. A row may have some hundred kilobytes. */
export const mostRows = 100;

/** Some columns of an account's rows in one table. */
export interface RowsOf {
  readonly accountId: string;
  readonly table: AccountTable;
  readonly columns: readonly string[];
}

/**
 * Reads rows as JSON text, some at a time, in the order of the primary key, which is the same on every database. The
 * transaction must read nothing else meanwhile.
 */
export async function* readRowTexts(transaction: Queryable, rows: RowsOf): AsyncGenerator<readonly string[]> {
  const { table, columns, accountId } = rows;
  const key = orderOf(table, 'p');
  await transaction.query(
    `declare archived no scroll cursor for
    select row_to_json(p)::text as line
    from (select ${columns.map((name) => archivedColumn(table.name, name)).join(', ')} from ${table.name} t where t.account_id = $1::bigint) p
    ${key === '' ? '' : `order by ${key}`}`,
    [accountId],
  );
  for (;;) {
    const found = await transaction.query<{ line: string }>(`fetch ${mostRows} from archived`);
    if (found.length > 0) yield found.map(({ line }) => line);
    if (found.length < mostRows) break;
  }
  await transaction.query('close archived');
}

/** The columns of a table's primary key, in an order that is the same on every database. */
export const orderOf = ({ key }: Pick<AccountTable, 'key'>, alias: string): string =>
  key.map(({ name, isText }) => `${alias}.${quoted(name)}${isText ? ' collate "C"' : ''}`).join(', ');

/** Stores rows that `readRowTexts` has read, in the given account. */
export async function insertRowTexts(transaction: Queryable, rows: RowsOf, lines: readonly string[]): Promise<void> {
  const { table, accountId } = rows;
  const columns = rows.columns.map(quoted);
  for (let at = 0; at < lines.length; at += mostRows) {
    await transaction.query(
      `insert into ${table.name} (${['account_id', ...columns].join(', ')})
      select ${['$1::bigint', ...columns.map((name) => `r.${name}`)].join(', ')}
      from json_populate_recordset(null::${table.name}, $2::json) r`,
      [accountId, `[${lines.slice(at, at + mostRows).join(',')}]`],
    );
  }
}

type Place = Pick<RowsOf, 'accountId' | 'table'>;

/** Deletes every row of an account in a table. */
export async function deleteRows(transaction: Queryable, { accountId, table }: Place): Promise<void> {
  await transaction.query(`delete from ${table.name} t where t.account_id = $1::bigint`, [accountId]);
}

/** The number of an account's rows in a table. */
export async function countRows(transaction: Queryable, { accountId, table }: Place): Promise<number> {
  const text = `select count(*)::integer as count from ${table.name} t where t.account_id = $1::bigint`;
  const [row] = await transaction.query<{ count: number }>(text, [accountId]);
  return row?.count ?? 0;
}

/** Makes Postgres give new rows of a table greater numbers than an account's rows have. */
export async function advanceNumbers(transaction: Queryable, { accountId, table }: Place): Promise<void> {
  const { name, identity } = table;
  if (identity === null) return;
  const text = `select max(t.${quoted(identity)}) as greatest from ${name} t where t.account_id = $1::bigint`;
  const [row] = await transaction.query<{ greatest: string | null }>(text, [accountId]);
  if (!row || row.greatest === null) return;
  await transaction.query(
    `select setval(s.name, $3::bigint) from (select pg_get_serial_sequence($1, $2)::regclass as name) s
    where coalesce(pg_sequence_last_value(s.name), 0) < $3::bigint`,
    [name, identity, row.greatest],
  );
}

/** The settings of an account that move with it. */
const settings = ['version', 'created_at', 'updated_at', 'name', 'time_zone', 'currency'];

/** An account's settings as JSON text. */
export async function readSettings(transaction: Queryable, accountId: string): Promise<string> {
  const [row] = await transaction.query<{ line: string }>(
    `select row_to_json(p)::text as line from (select ${settings.join(', ')} from accounts where id = $1::bigint) p`,
    [accountId],
  );
  return row?.line ?? '{}';
}

/** Replaces an account's settings. Every process reloads the account's directory before its next request. */
export async function writeSettings(transaction: Queryable, accountId: string, text: string): Promise<void> {
  await transaction.query(
    `update accounts a set (${settings.join(', ')}, directory_version) =
      (select ${settings.map((name) => `r.${name}`).join(', ')}, a.directory_version + 1
      from json_populate_record(null::accounts, $2::json) r)
    where a.id = $1::bigint`,
    [accountId, text],
  );
}
