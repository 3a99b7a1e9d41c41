import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDataFolder } from '../../src/database/embedded/data-folder.ts';
import { type EmbeddedEngine, openEmbedded } from '../../src/database/embedded/embedded.ts';
import type { Engine } from '../../src/database/engine.ts';
import { migrate, migrationsFolder, pendingMigrations } from '../../src/database/migrations/migrate.ts';
import { type CompiledSource, compileSource } from '../support/programs/compiled-source.ts';
import { startChild } from '../support/programs/kill-process.ts';
import { emptyFolder, scratchFolder } from '../support/programs/scratch-engines.ts';

/** Starts in the folder and dies at that moment. Returns the path of the unfinished database. */
async function killedStart(compiled: CompiledSource, dataDir: string, moment: string): Promise<string> {
  const child = startChild(compiled.script('kill-first-start'), [dataDir, moment]);
  expect(await child.ended).toStrictEqual({ code: null });
  const unfinished = `postgres.new-${child.process.pid}`;
  expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres'))).toStrictEqual([unfinished]);
  return join(dataDir, unfinished);
}

/** Starts in the folder, opens the database and stops like a service. */
async function wholeStart(compiled: CompiledSource, dataDir: string): Promise<void> {
  const child = startChild(compiled.script('kill-holder'), [dataDir]);
  await child.line((line) => line === 'holding');
  expect(await child.kill('SIGTERM')).toStrictEqual({ code: 7 });
}

describe('a first start after several killed ones', () => {
  let compiled: CompiledSource;
  let dataDir: string;
  let engine: EmbeddedEngine;
  let stateUnpacked: number;
  beforeAll(async () => {
    [compiled, dataDir] = await Promise.all([compileSource(), emptyFolder()]);
    await killedStart(compiled, dataDir, '1');
    await compiled.makeBlankDatabase();
    await killedStart(compiled, dataDir, '500');
    const unpacked = await killedStart(compiled, dataDir, 'rename');
    stateUnpacked = (await readFile(join(unpacked, 'global', 'pg_control'))).readInt32LE(stateOffset);
    await wholeStart(compiled, dataDir);
    engine = await openEmbedded({ dataDir, amcheck: true });
  });
  afterAll(async () => {
    await engine.close();
    await compiled.remove();
    await rm(dataDir, { recursive: true });
  });

  test('succeeds, sets their remains aside, and opens the database only to its owner', async () => {
    const names = await readdir(dataDir);
    expect(names.filter((name) => name.startsWith('aside-'))).toHaveLength(3);
    expect(names.filter((name) => name.startsWith('postgres'))).toStrictEqual(['postgres']);
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
  });

  test('unpacks a database that was shut down, is migrated and holds no record', async () => {
    expect(stateUnpacked).toBe(shutDown);
    expect(await pendingMigrations(engine, migrationsFolder)).toStrictEqual([]);
    expect(await tablesWithRows(engine)).toStrictEqual(['schema_migrations']);
    expect(await engine.query('select * from pg_sequences where last_value is not null')).toStrictEqual([]);
  });

  test('has the same database as a start that creates its own, and no damage in it', async () => {
    const scratch = await scratchFolder();
    const making = await scratch.open();
    await migrate(making, { folder: migrationsFolder });
    await making.close();
    // The migrations load a language, whose settings the session shows.
    const own = await scratch.open();
    expect(await description(engine)).toStrictEqual(await description(own));
    await own.close();
    await scratch.remove();
    await engine.query('create extension amcheck');
    const damage = `select v.msg from pg_class c, verify_heapam(c.oid) v where c.relkind = 'r'`;
    expect(await engine.query(damage)).toStrictEqual([]);
  });
});

test('a new data folder is on disk in each of its parent folders, and an existing one is left alone', async () => {
  const dataDir = await emptyFolder();
  const folder = join(dataDir, 'plumbline', 'data');
  const synced: string[] = [];
  const sync = async (path: string) => void synced.push(path);
  await createDataFolder(folder, sync);
  expect(synced).toStrictEqual([join(dataDir, 'plumbline'), dataDir]);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  await createDataFolder(folder, sync);
  expect(synced).toHaveLength(2);
  await rm(dataDir, { recursive: true });
});

/** The offset of the database state in `pg_control`, and the state after a clean shutdown. */
const stateOffset = 16;
const shutDown = 1;

async function tablesWithRows(engine: Engine): Promise<string[]> {
  const tables = await engine.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  );
  expect(tables.map(({ name }) => name)).toContain('projects');
  const filled: string[] = [];
  for (const { name } of tables) {
    if ((await engine.query(`select 1 as row from ${name} limit 1`)).length > 0) filled.push(name);
  }
  return filled;
}

/** Describes all visible properties of a database: the server, the database itself, its settings and every object. */
async function description(engine: Engine): Promise<Record<string, unknown>[]> {
  return [
    ...(await engine.query(
      `select version(), encoding, datcollate, datctype, datlocprovider, datcollversion, datconnlimit, datacl::text
       from pg_database where datname = current_database()`,
    )),
    // The settings of pg_trgm are known only in a session that has used it.
    ...(await engine.query(
      `select name, setting from pg_settings where setting not like '%/%' and name not like 'pg_trgm.%' order by name`,
    )),
    ...(await engine.query('select extname, extversion from pg_extension order by extname')),
    ...(await engine.query('select rolname, rolsuper from pg_roles order by rolname')),
    ...(await engine.query('select version, name, checksum from schema_migrations order by version')),
    ...(await engine.query(
      `select c.relname, c.relkind, a.attname, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull
       from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       where c.relnamespace = 'public'::regnamespace order by c.relname, a.attnum`,
    )),
    ...(await engine.query(
      `select conname, pg_get_constraintdef(oid) as definition from pg_constraint
       where connamespace = 'public'::regnamespace order by conrelid::regclass::text, conname`,
    )),
    ...(await engine.query(`select indexdef from pg_indexes where schemaname = 'public' order by indexname`)),
  ];
}
