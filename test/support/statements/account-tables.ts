import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationsFolder } from '../../../src/database/migrations/migrate.ts';

/**
 * The service reads these tables before it knows the account, so a sharded Postgres keeps them on one node or on all.
 */
const unsharded = new Set(['api_tokens', 'calendar_feeds', 'oauth_clients']);

/**
 * Returns the column by which a sharded Postgres distributes a table, or undefined for a table that it does not
 * distribute.
 */
export const distributionColumn = (table: string): string | undefined => {
  if (table === 'accounts') return 'id';
  return tablesOfAccounts().has(table) ? 'account_id' : undefined;
};

let tables: ReadonlySet<string> | undefined;

/** Returns the tables whose rows each belong to an account, as the migrations create them. */
function tablesOfAccounts(): ReadonlySet<string> {
  tables ??= new Set(
    readdirSync(migrationsFolder)
      .map((file) => readFileSync(join(migrationsFolder, file), 'utf8'))
      .flatMap((sql) => [...sql.matchAll(/create table (\w+) \(\s*account_id /g)].map(([, name = '']) => name))
      .filter((name) => !unsharded.has(name)),
  );
  return tables;
}
