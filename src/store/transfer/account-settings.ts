import type { Queryable } from '../../database/engine.ts';

/** The settings of an account that move with it, as a `StoredTable` describes columns. */
export const settingsColumns = [
  { name: 'version', type: 'integer', isRequired: true },
  { name: 'created_at', type: 'timestamp', isRequired: true },
  { name: 'updated_at', type: 'timestamp', isRequired: true },
  { name: 'name', type: 'text', isRequired: true },
  { name: 'time_zone', type: 'text', isRequired: true },
  { name: 'currency', type: 'text', isRequired: true },
  { name: 'fiscal_year_starts_month', type: 'integer', isRequired: true },
  { name: 'project_number_pattern', type: 'text', isRequired: false },
] as const;

const settings = settingsColumns.map(({ name }) => name);

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
