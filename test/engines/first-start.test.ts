import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDataFolder } from '../../src/store/data-folder.ts';
import { openEmbedded } from '../../src/store/embedded.ts';
import type { Engine } from '../../src/store/engine.ts';
import { migrate, migrationsFolder, pendingMigrations } from '../../src/store/migrate.ts';
import { type CompiledSource, compileSource } from '../support/compiled-source.ts';
import { startChild } from '../support/kill-process.ts';
import { emptyFolder, scratchFolder } from '../support/scratch-engines.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await emptyFolder();
});
afterEach(() => rm(dataDir, { recursive: true }));

/** Starts in the empty folder and is killed at that moment: what it was making has not got its name. */
async function killedStart(compiled: CompiledSource, moment: string): Promise<void> {
  const child = startChild(compiled.script('kill-first-start'), [dataDir, moment]);
  expect(await child.ended).toStrictEqual({ code: null });
  const database = (await readdir(dataDir)).filter((name) => name.startsWith('postgres'));
  expect(database).toStrictEqual([`postgres.new-${child.process.pid}`]);
}

/** Starts in the folder, has the database to itself and stops as a service does. */
async function wholeStart(compiled: CompiledSource): Promise<void> {
  const child = startChild(compiled.script('kill-holder'), [dataDir]);
  await child.line((line) => line === 'holding');
  expect(await child.kill('SIGTERM')).toStrictEqual({ code: 7 });
}

const entries = async (prefix: string): Promise<string[]> =>
  (await readdir(dataDir)).filter((name) => name.startsWith(prefix));

describe('a first start of the sources', () => {
  let compiled: CompiledSource;
  beforeAll(async () => {
    compiled = await compileSource();
  });
  afterAll(() => compiled.remove());

  test('that is killed leaves a folder in which the next one succeeds', { timeout: 60_000 }, async () => {
    await killedStart(compiled, '300');
    await wholeStart(compiled);
    expect(await entries('aside-')).toHaveLength(1);
    expect(await entries('postgres')).toStrictEqual(['postgres']);
  });
});

describe('a first start of a build', () => {
  let built: CompiledSource;
  beforeAll(async () => {
    built = await compileSource();
    await built.makeBlankDatabase();
  });
  afterAll(() => built.remove());

  test('that is killed leaves a folder in which the next one succeeds', { timeout: 60_000 }, async () => {
    for (const moment of ['1', '500', 'rename']) await killedStart(built, moment);
    await wholeStart(built);
    expect(await entries('aside-')).toHaveLength(3);
    expect(await entries('postgres')).toStrictEqual(['postgres']);
    await using engine = await openEmbedded({ dataDir, amcheck: true });
    expect(await pendingMigrations(engine, migrationsFolder)).toStrictEqual([]);
    await engine.query('create extension amcheck');
    const [checked] = await engine.query<{ tables: number }>(
      `select count(*)::integer as tables from pg_class c, verify_heapam(c.oid) v where c.relkind = 'r'`,
    );
    expect(checked).toStrictEqual({ tables: 0 });
  });

  test('has a database that was shut down, holds no record and is open to its owner alone', async () => {
    await killedStart(built, 'rename');
    const [unpacked = ''] = await entries('postgres.new-');
    const control = await readFile(join(dataDir, unpacked, 'global', 'pg_control'));
    expect(control.readInt32LE(stateOffset)).toBe(shutDown);
    await wholeStart(built);
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
    await using engine = await openEmbedded({ dataDir });
    expect(await tablesWithRows(engine)).toStrictEqual(['schema_migrations']);
    expect(await engine.query('select * from pg_sequences where last_value is not null')).toStrictEqual([]);
  });

  test('makes the same database as one that has to make its own', async () => {
    await wholeStart(built);
    await using unpacked = await openEmbedded({ dataDir });
    const scratch = await scratchFolder();
    const own = await scratch.open();
    await migrate(own, { folder: migrationsFolder });
    expect(await description(unpacked)).toStrictEqual(await description(own));
    await own.close();
    await scratch.remove();
  });
});

test('a new data folder is on disk in every folder that names it, and an old one is left alone', async () => {
  const folder = join(dataDir, 'plumbline', 'data');
  const synced: string[] = [];
  const sync = async (path: string) => void synced.push(path);
  await createDataFolder(folder, sync);
  expect(synced).toStrictEqual([join(dataDir, 'plumbline'), dataDir]);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  await createDataFolder(folder, sync);
  expect(synced).toHaveLength(2);
  await createDataFolder(join(dirname(folder), 'other'));
});

/** Where `pg_control` says in which state the database is, and the state in which nothing is to be repeated. */
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

/** All that one would notice: the server, the database's own properties, its settings, and every object in it. */
async function description(engine: Engine): Promise<Record<string, unknown>[]> {
  return [
    ...(await engine.query(
      `select version(), encoding, datcollate, datctype, datlocprovider, datcollversion, datconnlimit, datacl::text
       from pg_database where datname = current_database()`,
    )),
    ...(await engine.query(`select name, setting from pg_settings where setting not like '%/%' order by name`)),
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
