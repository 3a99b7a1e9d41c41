import { rm } from 'node:fs/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../src/database/engine.ts';
import { migrate, migrationsFolder } from '../../src/database/migrations/migrate.ts';
import { placeNewTables } from '../../src/database/sharding/sharded-server.ts';
import { migrationsBefore } from '../support/programs/earlier-migrations.ts';
import { scratchDatabase, serverUrl } from '../support/programs/scratch-engines.ts';
import { callsOf, stubCitus } from '../support/programs/stub-citus.ts';

/** A database whose tables were distributed at the level 13. */
async function distributed(): Promise<Engine> {
  const scratch = await scratchDatabase();
  onTestFinished(() => scratch.remove());
  const first = await scratch.open();
  const folder = await migrationsBefore('-ends-of-clients.sql');
  await migrate(first, { folder });
  await rm(folder, { recursive: true });
  await stubCitus(first);
  await first.close();
  const engine = await scratch.open();
  onTestFinished(() => engine.close());
  await engine.script(`alter table api_tokens drop constraint api_tokens_account_id_fkey;
    alter table api_tokens drop constraint api_tokens_account_id_oauth_client_id_fkey;
    alter table oauth_clients drop constraint oauth_clients_account_id_fkey;
    alter table oauth_clients drop constraint oauth_clients_account_id_user_id_fkey`);
  await engine.transaction((transaction) => placeNewTables(transaction));
  return engine;
}

describe.skipIf(serverUrl === undefined)('an upgrade of a sharded server', () => {
  test('places each new table where the accounts are, and leaves out what Citus has no statement for', async () => {
    const engine = await distributed();
    const before = await callsOf(engine);
    await migrate(engine, { folder: migrationsFolder });
    const calls = (await callsOf(engine)).slice(before.length);
    expect(calls).toContain('jobs by account_id with accounts');
    expect(calls).toContain('digest_keys everywhere');
    expect(calls.indexOf('import_states by account_id with accounts')).toBeLessThan(
      calls.indexOf('import_rows by account_id with accounts'),
    );
    const unplaced = await engine.query(
      `select relname from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace
        and not exists (select from pg_dist_partition where logicalrelid = c.oid)`,
    );
    expect(unplaced).toEqual([]);
    const storage = await engine.query(
      `select attstorage as storage from pg_attribute where attrelid = 'projects'::regclass and attname = 'custom_fields'`,
    );
    expect(storage).toEqual([{ storage: 'x' }]);
  });

  test('fails if a table belongs to no account and nobody has placed it', async () => {
    const engine = await distributed();
    await engine.query('create table regions (id bigint primary key)');
    const failed = migrate(engine, { folder: migrationsFolder });
    await expect(failed).rejects.toThrow(
      /0014-.* failed: The table regions has no account_id: create a reference table/,
    );
  });
});
