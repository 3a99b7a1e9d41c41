import type { Queryable } from '../../database/engine.ts';
import { resources } from '../../resources/index.ts';
import { pastColumns, pastTable } from '../past/past-table.ts';
import { quoted } from '../rows/columns.ts';
import { type DatabaseFault, mostFound } from './finding.ts';
import type { ForeignKey } from './catalogue.ts';

/** A reference that no foreign key checks. */
export interface SoftReference {
  readonly table: string;
  readonly column: string;
  readonly target: string;
  /** The column of the target that it names; `id` by default. */
  readonly targetColumn?: string;
  /** An SQL condition on the alias `t`. */
  readonly where?: string;
}

/** The families that a column names one of, by the column that says which. */
const byFamily = (table: string, column: string, family: string): SoftReference[] =>
  resources.map(({ plural }) => ({ table, column, target: plural, where: `t.${family} = '${plural}'` }));

/** Every reference without a foreign key. `exemptColumns` lists the other columns that end in `_id`. */
export const softReferences: readonly SoftReference[] = [
  { table: 'api_tokens', column: 'user_id', target: 'users' },
  { table: 'calendar_feeds', column: 'user_id', target: 'users' },
  { table: 'token_uses', column: 'token_id', target: 'api_tokens' },
  { table: 'webhook_messages', column: 'user_id', target: 'users' },
  { table: 'webhook_messages', column: 'webhook_public_id', target: 'webhooks', targetColumn: 'public_id' },
  { table: 'webhook_deliveries', column: 'message_id', target: 'webhook_messages' },
  { table: 'webhook_deliveries', column: 'webhook_id', target: 'webhooks' },
  { table: 'webhook_attempts', column: 'message_id', target: 'webhook_messages' },
  { table: 'webhook_attempts', column: 'webhook_id', target: 'webhooks' },
  { table: 'import_states', column: 'created_by_id', target: 'users' },
  {
    table: 'import_states',
    column: 'file_id',
    target: 'import_chunks',
    targetColumn: 'file_id',
    where: 't.file_bytes > 0',
  },
  { table: 'companies', column: 'category', target: 'company_categories', targetColumn: 'key' },
  ...byFamily('webhook_messages', 'record_id', 'resource'),
  ...byFamily('changes', 'record_id', 'resource'),
  ...byFamily('import_made', 'record_id', 'resource'),
  { table: 'changes', column: 'record_id', target: 'webhooks', where: `t.resource = 'webhooks'` },
  { table: 'changes', column: 'record_id', target: 'oauth_clients', where: `t.resource = 'oauth_clients'` },
  { table: 'jobs', column: 'subject_id', target: 'imports', where: `t.kind = 'import'` },
  { table: 'jobs', column: 'subject_id', target: 'webhooks', where: `t.kind = 'webhook_replay'` },
  // A check of an import makes its records and takes them back, so only the rows of a run name records.
  ...resources.map(({ plural }) => ({
    table: 'import_rows',
    column: 'record_id',
    target: plural,
    where: `exists (select from import_states s
      where s.account_id = $1::bigint and s.id = t.import_id and s.pass = t.pass and s.family = '${plural}'
        and s.status in ('running', 'complete', 'cancelled', 'failed', 'undoing', 'undone'))`,
  })),
];

/** The columns that end in `_id` and name no row, each with the reason. */
export const exemptColumns: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    resources
      .filter(({ fields }) => 'external_id' in fields)
      .map(({ plural }) => [`${plural}.external_id`, 'It names the record in another system.']),
  ),
  ...Object.fromEntries(
    resources
      .filter(({ keepsPast }) => keepsPast)
      .flatMap((resource) => pastColumns(resource).map(({ name }) => `${pastTable(resource)}.${name}`))
      .filter((name) => name.endsWith('_id'))
      .map((name) => [name, 'The log has its value, and the check compares both.']),
  ),
  'bulk_results.token_id': 'The key of the request names it.',
  'changes.request_id': 'It names a request, which is not stored.',
  'idempotency_keys.token_id': 'Expired tokens are deleted before the answers to them.',
  'import_chunks.file_id': 'It is the name of the file itself.',
  'import_rows.target_id': 'A pass finds the targets anew.',
  'oauth_clients.client_id': 'It is the name by which the client signs in.',
  'webhook_messages.event_id': 'It names the event itself.',
  'webhooks.public_id': 'It is the name of the webhook itself.',
};

/** The rows of an account that refer to a row which the account does not have. */
export async function brokenForeignKeys(
  engine: Queryable,
  accountId: string,
  { table, columns, target, targetColumns }: ForeignKey,
): Promise<DatabaseFault[]> {
  if (columns.length === 0) return [];
  const named = columns.map((column) => `t.${quoted(column)}`);
  const found = columns.map((column, at) => `o.${quoted(targetColumns[at] ?? 'id')} = t.${quoted(column)}`);
  const key = named.map((name) => `${name}::text`).join(`, '/', `);
  const rows = await engine.query<{ id: string; value: string }>(
    `select ${rowKey(table)} as id, concat(${key}) as value from ${table} t
    where t.account_id = $1::bigint and ${named.map((name) => `${name} is not null`).join(' and ')} and not exists (
      select from ${target} o where o.account_id = $1::bigint and ${found.join(' and ')}
    ) limit ${mostFound}`,
    [accountId],
  );
  return rows.map(({ id, value }) => ({ account: accountId, table, id, problem: missing(columns, value, target) }));
}

/** The rows of an account whose reference without a foreign key names a row that the account does not have. */
export async function brokenReferences(
  engine: Queryable,
  accountId: string,
  { table, column, target, targetColumn = 'id', where }: SoftReference,
): Promise<DatabaseFault[]> {
  const rows = await engine.query<{ id: string; value: string }>(
    `select ${rowKey(table)} as id, t.${column}::text as value from ${table} t
    where t.account_id = $1::bigint and t.${column} is not null ${where === undefined ? '' : `and ${where}`}
    and not exists (
      select from ${target} o where o.account_id = $1::bigint and o.${targetColumn} = t.${column}
    ) limit ${mostFound}`,
    [accountId],
  );
  return rows.map(({ id, value }) => ({ account: accountId, table, id, problem: missing([column], value, target) }));
}

const missing = (columns: readonly string[], value: string, target: string): string =>
  `Its ${columns.join(' and ')} ${value} is no row of ${target} in this account.`;

/** The key of the alias `t` as text, for the tables whose key is not `id`. */
const keys: Readonly<Record<string, readonly string[]>> = {
  company_industries: ['company_id', 'industry_id'],
  demos: ['account_id'],
  bulk_results: ['token_id', 'key', 'rows_done'],
  file_blobs: ['sha256'],
  file_usage: ['account_id'],
  idempotency_keys: ['token_id', 'key'],
  import_made: ['import_id', 'resource', 'record_id'],
  import_rows: ['import_id', 'number'],
  known_browsers: ['user_id'],
  note_contacts: ['note_id', 'contact_id'],
  note_mentions: ['note_id', 'user_id'],
  note_users: ['note_id', 'user_id'],
  passwords: ['user_id'],
  preferences: ['user_id'],
  token_uses: ['token_id'],
  webhook_deliveries: ['webhook_id', 'message_id'],
};

const rowKey = (table: string): string =>
  `concat(${(keys[table] ?? ['id']).map((name) => `t.${name}::text`).join(`, '/', `)})`;
