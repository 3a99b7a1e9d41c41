import type { StoredTable } from '../../store/transfer/tables.ts';

/** The tables that an archive leaves out, each with the reason. It has every other table of an account. */
export const leftOut: Readonly<Record<string, string>> = {
  api_tokens: 'Tokens, sessions and links are secrets of this installation.',
  bulk_results: 'A bulk under way stays with this installation.',
  calendar_feeds: 'Their addresses are secrets of this installation.',
  demos: 'It tells how far a filling with sample data has come.',
  file_blobs: 'A restore counts the contents of files anew.',
  file_usage: 'A restore counts the contents of files anew.',
  idempotency_keys: 'Each is an answer to a token.',
  jobs: 'Work under way stays with this installation.',
  failed_sign_ins: 'They concern the addresses and passwords of this installation.',
  known_browsers: 'Browsers are known by secrets of this installation.',
  oauth_clients: 'Their secrets are not stored, so nobody could use them.',
  projects_past: 'A job makes it from the log.',
  passwords: 'Users set new passwords by a link.',
  token_uses: 'They are uses of those tokens and sessions.',
  webhook_deliveries: 'Webhooks arrive switched off, so nothing is due.',
};

/** The columns that an archive leaves out. A webhook gets a new secret and is switched off. */
const withheld: Readonly<Record<string, readonly string[]>> = {
  webhooks: [
    ...['secret', 'old_secret', 'old_secret_until'],
    ...['disabled_at', 'disabled_reason', 'failing_since', 'next_at'],
  ],
};

/** The tables of an archive, each after the tables that it refers to. */
export const archivedTables = (tables: readonly StoredTable[]): readonly StoredTable[] =>
  tables.filter(({ name }) => !(name in leftOut));

/** The columns of a table that an archive has. */
export const archivedColumns = ({ name, columns }: StoredTable): StoredTable['columns'] =>
  columns.filter((column) => withheld[name]?.includes(column.name) !== true);
