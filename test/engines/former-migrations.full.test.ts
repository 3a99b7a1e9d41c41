import { createHash } from 'node:crypto';
import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Engine, Queryable } from '../../src/database/engine.ts';
import { formerChecksums } from '../../src/database/migrations/former-texts.ts';
import {
  migrate,
  migrationsFolder,
  pendingMigrations,
  readAppliedMigrations,
} from '../../src/database/migrations/migrate.ts';
import { readAllTables } from '../../src/store/transfer/tables.ts';
import { type BackupOrigin, backupFormat, refuseNewer } from '../../src/transfer/backups/manifest.ts';
import { fillLevel } from '../support/data/level-data.ts';
import { risingMigrations } from '../support/programs/earlier-migrations.ts';
import { engineNames, scratchEngine } from '../support/programs/scratch-engines.ts';

const formerFolder = fileURLToPath(new URL('../support/former-migrations', import.meta.url));
const former = (await readdir(formerFolder)).sort();

test('each former text of a migration is known by its checksum', async () => {
  const checksums = await Promise.all(
    former.map(async (file) => [
      file,
      createHash('sha256')
        .update(await readFile(join(formerFolder, file)))
        .digest('hex'),
    ]),
  );
  expect(formerChecksums).toEqual(Object.fromEntries(checksums));
});

/** A level with data before the former texts, and one at which a database with them continues with the present ones. */
const [filledAt, continuedAt] = [14, 30];

describe.each(engineNames)('former texts of migrations on the %s engine', { timeout: 300_000 }, (name) => {
  test('make the same schema and data as the present ones, and the database goes on with these', async () => {
    const [old, present] = await Promise.all([rise(name, formerFolder), rise(name, migrationsFolder)]);
    expect(await pendingMigrations(old, migrationsFolder)).toEqual([]);
    expect(await catalogueOf(old)).toEqual(await catalogueOf(present));
    expect(await rowsOf(old)).toEqual(await rowsOf(present));
    const migrations = await readAppliedMigrations(old);
    expect(migrations[16]?.checksum).toBe(formerChecksums['0017-search-vectors.sql']);
    // A backup of it can be restored.
    const origin = { format: backupFormat, program: '0.1.0', migrations } as unknown as BackupOrigin;
    await expect(refuseNewer('old.tgz', origin)).resolves.toBeUndefined();
  });
});

/** Migrates a database with data. The texts in `texts` take the place of the present ones up to `continuedAt`. */
async function rise(name: (typeof engineNames)[number], texts: string): Promise<Engine> {
  const scratch = await scratchEngine(name);
  const engine = await scratch.open();
  const { folder, riseTo } = await risingMigrations();
  onTestFinished(async () => {
    await engine[Symbol.asyncDispose]();
    await scratch.remove();
    await rm(folder, { recursive: true });
  });
  await riseTo(filledAt);
  await migrate(engine, { folder });
  await fillLevel(engine, filledAt);
  await riseTo(continuedAt);
  for (const file of former) await cp(join(texts, file), join(folder, file));
  await migrate(engine, { folder });
  await migrate(engine, { folder: migrationsFolder });
  return engine;
}

/** The columns with their settings, the indexes and the constraints. */
const catalogueOf = (engine: Queryable): Promise<object[]> =>
  engine.query(
    `select c.relname as table, a.attnum as place, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as required, a.attstorage as storage, coalesce(a.attstattarget, -1) as statistics,
      a.attidentity as identity, a.attcollation as collation, pg_get_expr(d.adbin, d.adrelid) as initial,
      array(select pg_get_indexdef(indexrelid) from pg_index where indrelid = c.oid order by 1) as indexes,
      array(
        select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where conrelid = c.oid order by 1
      ) as constraints
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
    order by c.relname, a.attnum`,
  );

/** What a migration numbers or dates itself. */
const unsteady: Readonly<Record<string, string>> = { jobs: '{created_at,due_at}', search_terms: '{id}' };

/** All rows, without what is unsteady. */
async function rowsOf(engine: Queryable): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const { name } of await readAllTables(engine)) {
    const found = await engine.query<{ text: string }>(
      `select (to_jsonb(t) - '${unsteady[name] ?? '{}'}'::text[])::text as text from ${name} t order by 1`,
    );
    rows[name] = found.map(({ text }) => text);
  }
  expect(rows['search_terms']?.length).toBeGreaterThan(5);
  return rows;
}
