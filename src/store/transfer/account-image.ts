import type { Queryable } from '../../database/engine.ts';
import { readSettings, writeSettings } from './account-settings.ts';
import { insertRowTexts, readRowTexts, wholeRows } from './rows.ts';
import type { StoredTable } from './tables.ts';

/** All rows of an account without records, as JSON text by table, and its settings. */
export interface AccountImage {
  readonly settings: string;
  readonly rows: Readonly<Record<string, readonly string[]>>;
}

/** The tables that an image leaves out. Stored answers may be large, and expire within a day. */
const passing: ReadonlySet<string> = new Set(['bulk_results', 'idempotency_keys']);

/**
 * Reads all rows of an account. It has no imports, whose rows `readRowTexts` would change.
 * @param most the limit of rows. @returns null if it has more.
 */
export async function readImage(
  transaction: Queryable,
  accountId: string,
  { tables, most }: { readonly tables: readonly StoredTable[]; readonly most: number },
): Promise<AccountImage | null> {
  const rows: Record<string, readonly string[]> = {};
  let left = most;
  for (const table of tables.filter(({ name }) => !passing.has(name))) {
    for await (const lines of readRowTexts(transaction, wholeRows(table, accountId))) {
      left -= lines.length;
      if (left < 0) return null;
      rows[table.name] = [...(rows[table.name] ?? []), ...lines];
    }
  }
  return { settings: await readSettings(transaction, accountId), rows };
}

/** Stores the rows of an image in the account, which must have none. */
export async function writeImage(
  transaction: Queryable,
  accountId: string,
  { tables, image: { settings, rows } }: { readonly tables: readonly StoredTable[]; readonly image: AccountImage },
): Promise<void> {
  for (const table of tables) {
    await insertRowTexts(transaction, wholeRows(table, accountId), rows[table.name] ?? []);
  }
  await writeSettings(transaction, accountId, settings);
}

/** Deletes some rows of an account in a table. @returns whether there may be more. */
export async function deleteSomeRows(
  transaction: Queryable,
  { accountId, table, most }: { readonly accountId: string; readonly table: StoredTable; readonly most: number },
): Promise<boolean> {
  const deleted = await transaction.query(
    `delete from ${table.name} t where t.account_id = $1::bigint and t.ctid = any(array(
      select o.ctid from ${table.name} o where o.account_id = $1::bigint limit $2::integer
    )) returning 1 as one`,
    [accountId, most],
  );
  return deleted.length > 0;
}
