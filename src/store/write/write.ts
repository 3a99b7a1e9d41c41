import type { Queryable } from '../../database/engine.ts';

/**
 * One statement of a batch of writes. In its text `$1` is the account, and `$rows` the parameter with its rows as JSON,
 * if it has any. Statements with the same text can be merged.
 */
export interface WriteStatement {
  readonly sql: string;
  readonly rows: StatementRows | null;
}

type StatementRows = readonly Readonly<Record<string, unknown>>[];

/** Makes the statements of a text. */
export const writing =
  <One extends Readonly<Record<string, unknown>>>(sql: string): ((rows: readonly One[]) => WriteStatement) =>
  (rows) => ({ sql, rows });

/** Makes statements that add rows to an append-only table. @param columns the types by column name. */
export function appending(
  table: string,
  columns: Readonly<Record<string, string>>,
): (rows: StatementRows) => WriteStatement {
  const names = Object.keys(columns);
  const types = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  return writing(`insert into ${table} (account_id, ${names.join(', ')})
  select $1::bigint, ${names.map((name) => `r.${name}`).join(', ')}
  from jsonb_to_recordset($rows::jsonb) as r(${types.join(', ')})`);
}

/** Merges statements with the same text. */
export function mergedStatements(statements: readonly WriteStatement[]): WriteStatement[] {
  const bySql = new Map<string, StatementRows[] | null>();
  for (const { sql, rows } of statements) {
    const alike = bySql.get(sql);
    if (alike && rows) alike.push(rows);
    else bySql.set(sql, rows && [rows]);
  }
  const inOrder = [...bySql].sort(([one], [other]) => rankOf(one) - rankOf(other));
  return inOrder.map(([sql, alike]) => ({ sql, rows: alike?.flat() ?? null }));
}

const ranks = new Map<string, number>();

/** Gives the same statements the same order in every batch, so that the batch has the same text. */
function rankOf(sql: string): number {
  const rank = ranks.get(sql) ?? ranks.size;
  ranks.set(sql, rank);
  return rank;
}

/** Runs all statements as one, each as a common table expression. */
export async function write(
  transaction: Queryable,
  accountId: string,
  statements: readonly WriteStatement[],
): Promise<void> {
  const parameters = [accountId];
  const ctes = statements.map(({ sql, rows }, index) => {
    if (rows) parameters.push(JSON.stringify(rows));
    return `write_${index} as (${sql.replaceAll('$rows', () => `$${parameters.length}`)})`;
  });
  await transaction.query(`with ${ctes.join(',\n')}\nselect 1`, parameters);
}
