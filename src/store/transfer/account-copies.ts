import type { Engine, Queryable } from '../../database/engine.ts';
import { Refusal } from '../../refusal.ts';
import { quoted } from '../rows/columns.ts';
import { type AccountRows, orderOf } from './rows.ts';
import { archivedColumn } from './settled-columns.ts';

/*
 * The embedded engine has one session, so a transaction that reads a whole account would hold up every request. A short
 * transaction copies the rows to temporary tables of the session instead; then they are read some at a time.
 */

/** The number of rows that a statement reads. A row may have some hundred kilobytes. */
const mostRows = 100;

const copyOf = ({ table }: Pick<AccountRows, 'table'>): string => `archived_${table.name}`;

/** The tables whose rows are large and never change. Only their keys are copied. */
const unchanging: ReadonlySet<string> = new Set(['import_chunks']);

/** Copies the rows of an account, numbered in the order of the primary key. */
export async function copyRows(transaction: Queryable, rows: AccountRows): Promise<void> {
  const { table, accountId } = rows;
  const columns = unchanging.has(table.name) ? table.key.map(({ name }) => name) : rows.columns;
  const order = orderOf(table, 't');
  const shown = columns.map((name) => archivedColumn(table.name, name));
  await transaction.query(
    `create temporary table ${copyOf(rows)} as
    select ${[`row_number() over (${order === '' ? '' : `order by ${order}`})::integer as place`, ...shown].join(', ')}
    from ${table.name} t where t.account_id = $1::bigint`,
    [accountId],
  );
}

/** Reads copied rows as `readRowTexts` does. Each statement is short, so requests are answered in between. */
export async function* readCopiedRows(engine: Engine, rows: AccountRows): AsyncGenerator<readonly string[]> {
  await engine.query(`create unique index ${copyOf(rows)}_place on ${copyOf(rows)} (place)`);
  for (let place = 0; ; place += mostRows) {
    const lines = await linesBehind(engine, rows, place);
    if (lines.length > 0) yield lines;
    if (lines.length < mostRows) return;
  }
}

async function linesBehind(engine: Engine, rows: AccountRows, place: number): Promise<readonly string[]> {
  const { columns, table, accountId } = rows;
  const isHere = !unchanging.has(table.name);
  const shown = columns.map((name) => `${isHere ? 'c' : 't'}.${quoted(name)}`).join(', ');
  const same = table.key.map(({ name }) => `and t.${quoted(name)} = c.${quoted(name)}`).join(' ');
  const found = await engine.query<{ line: string; is_gone: boolean }>(
    `select row_to_json(p)::text as line, ${isHere ? 'false' : `p.${quoted(table.key[0]?.name ?? '')} is null`} as is_gone
    from (
      select ${shown} from ${copyOf(rows)} c
      ${isHere ? 'cross join (select $1::bigint) as of_account' : `left join ${table.name} t on t.account_id = $1::bigint ${same}`}
      where c.place > $2::integer and c.place <= $2::integer + ${mostRows} order by c.place
    ) p`,
    [accountId, place],
  );
  if (found.every(({ is_gone: isGone }) => !isGone)) return found.map(({ line }) => line);
  throw new Refusal(
    'unavailable',
    'The file of an import was deleted while the account was exported. Export it again.',
  );
}

/** Drops the copies, also after a failure. */
export async function dropCopies(engine: Engine, all: readonly Pick<AccountRows, 'table'>[]): Promise<void> {
  for (const rows of all) await engine.query(`drop table if exists pg_temp.${copyOf(rows)}`);
}
