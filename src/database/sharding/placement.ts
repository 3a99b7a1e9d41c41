/**
 * The tables of which a sharded server keeps a copy on each node. The service reads them before it knows the account, or
 * they have no account.
 */
export const referenceTables: readonly string[] = [
  ...['api_tokens', 'calendar_feeds', 'digest_keys', 'oauth_clients', 'schema_migrations'],
];

/**
 * The column by which a sharded server distributes a table.
 * @returns null for a reference table; undefined for a table whose rows belong to no account.
 */
export function distributionColumn(table: string, columns: readonly string[]): string | null | undefined {
  if (referenceTables.includes(table)) return null;
  if (table === 'accounts') return 'id';
  return columns.includes('account_id') ? 'account_id' : undefined;
}

/**
 * The statement that places a table on the nodes.
 * @param column as `distributionColumn` returns it.
 */
export function placingStatement(table: string, column: string | null): string {
  if (column === null) return `select create_reference_table('${table}')`;
  return `select create_distributed_table('${table}', '${column}', colocate_with => 'accounts')`;
}
