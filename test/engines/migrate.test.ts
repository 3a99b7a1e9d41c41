import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EngineMistake } from '../../src/database/engine-errors.ts';
import type { Engine } from '../../src/database/engine.ts';
import { migrate, migrationsFolder, pendingMigrations } from '../../src/database/migrations/migrate.ts';
import {
  engineNames,
  type ScratchEngine,
  scratchDatabase,
  scratchEngine,
  serverUrl,
} from '../support/programs/scratch-engines.ts';

const first = { '0001-bids.sql': 'create table bids (id bigint primary key);\n' };
const two = {
  ...first,
  '0002-names.sql': "alter table bids add column name text;\ninsert into bids values (1, 'it''s');\n",
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-migrations-'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = async (files: Record<string, string>) => {
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql);
};

describe.each(engineNames)('migrations on the %s engine', (name) => {
  let scratch: ScratchEngine;
  let engine: Engine;
  beforeAll(async () => {
    scratch = await scratchEngine(name);
    engine = await scratch.open();
  });
  beforeEach(() => engine.script('drop schema public cascade; create schema public'));
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
    await scratch.remove();
  });

  test('are applied once, in order, and recorded', async () => {
    await write(two);
    expect(await pendingMigrations(engine, folder)).toStrictEqual(['0001-bids.sql', '0002-names.sql']);
    const log: string[] = [];
    const done = await migrate(engine, { folder, log: (line) => log.push(line) });
    expect(done).toStrictEqual({ applied: ['0001-bids.sql', '0002-names.sql'] });
    expect(log).toStrictEqual(['migration 0001-bids.sql applied', 'migration 0002-names.sql applied']);
    expect(await engine.query('select * from bids')).toStrictEqual([{ id: '1', name: "it's" }]);
    expect(
      await engine.query('select version, name, length(checksum) as length from schema_migrations order by 1'),
    ).toStrictEqual([
      { version: 1, name: '0001-bids.sql', length: 64 },
      { version: 2, name: '0002-names.sql', length: 64 },
    ]);
    expect(await migrate(engine, { folder })).toStrictEqual({ applied: [] });
    expect(await pendingMigrations(engine, folder)).toStrictEqual([]);
  });

  test('that fail leave nothing behind, keep those before them, and continue once repaired', async () => {
    await write({ ...first, '0002-names.sql': 'create table half (id bigint);\nselect 1 / 0;\n' });
    const failed = migrate(engine, { folder });
    await expect(failed).rejects.toBeInstanceOf(EngineMistake);
    await expect(failed).rejects.toThrow('Migration 0002-names.sql failed: division by zero');
    expect(await engine.query("select to_regclass('half') as half, to_regclass('bids')::text as bids")).toStrictEqual([
      { half: null, bids: 'bids' },
    ]);
    expect(await pendingMigrations(engine, folder)).toStrictEqual(['0002-names.sql']);
    await write(two);
    expect(await migrate(engine, { folder })).toStrictEqual({ applied: ['0002-names.sql'] });
  });

  test('refuse a database with changed or unknown migrations, and name all of them', async () => {
    await write({ ...two, '0003-more.sql': 'select 1;\n' });
    await migrate(engine, { folder });
    await write({ '0001-bids.sql': 'create table bids (id integer primary key);\n' });
    await rm(join(folder, '0003-more.sql'));
    for (const refused of [() => migrate(engine, { folder }), () => pendingMigrations(engine, folder)]) {
      await expect(refused()).rejects.toMatchObject({
        name: 'EngineMistake',
        mistakes: [
          expect.stringMatching(/0001-bids\.sql differs from the one/),
          expect.stringMatching(/0003-more\.sql, which this program lacks/),
        ],
      });
    }
  });

  test('ignore the line endings of the checkout', async () => {
    await write(two);
    await migrate(engine, { folder });
    await write(Object.fromEntries(Object.entries(two).map(([file, sql]) => [file, sql.replaceAll('\n', '\r\n')])));
    expect(await pendingMigrations(engine, folder)).toStrictEqual([]);
  });

  test.each([
    [
      { '0001-a.sql': '', '0003-c.sql': '', '0006-f.sql': '' },
      ['no migration 0002', 'no migration 0004', 'no migration 0005'],
    ],
    [{ '0001-a.sql': '', '0001-b.sql': '' }, ['Migration 0001-b.sql has the number of another migration']],
    [{ '1-a.sql': '', '0001 b.sql': '' }, ['0001 b.sql is not named like', '1-a.sql is not named like']],
    [{ '0000-a.sql': '' }, ['numbered from 0001']],
  ])('refuse files numbered like %j', async (files, mistakes) => {
    await write(files);
    await expect(migrate(engine, { folder })).rejects.toMatchObject({
      mistakes: mistakes.map((mistake) => expect.stringContaining(mistake)),
    });
    expect(await engine.query("select to_regclass('schema_migrations') as record")).toStrictEqual([{ record: null }]);
  });
});

describe.skipIf(serverUrl === undefined)('migrations by several processes', () => {
  test('are applied once, whichever process comes first', async () => {
    const scratch = await scratchDatabase();
    await write({
      ...two,
      '0003-slow.sql': 'select pg_sleep(0.05);\ncreate table slow (id bigint);\n',
      '0004-last.sql': 'insert into bids values (2);\n',
    });
    const engines = await Promise.all(Array.from({ length: 6 }, () => scratch.open({ maxConnections: 2 })));
    const done = await Promise.all(engines.map((engine) => migrate(engine, { folder })));
    const applied = done.flatMap((one) => one.applied).sort();
    expect(applied).toStrictEqual(['0001-bids.sql', '0002-names.sql', '0003-slow.sql', '0004-last.sql']);
    expect(await engines[0]?.query('select id from bids order by id')).toStrictEqual([{ id: '1' }, { id: '2' }]);
    await Promise.all(engines.map((engine) => engine.close()));
    await scratch.remove();
  });

  test('continue after a process was killed in the middle', async () => {
    const scratch = await scratchDatabase();
    await write({ ...first, '0002-slow.sql': 'create table slow (id bigint);\nselect pg_sleep(60);\n' });
    const doomed = await scratch.open();
    const witness = await scratch.open();
    const killed = migrate(doomed, { folder });
    const failed = expect(killed).rejects.toBeInstanceOf(EngineMistake);
    await terminateSleeper(witness);
    await failed;
    await write({ '0002-slow.sql': 'create table slow (id bigint);\n' });
    expect(await migrate(witness, { folder })).toStrictEqual({ applied: ['0002-slow.sql'] });
    await Promise.all([doomed.close(), witness.close()]);
    await scratch.remove();
  });
});

test('the product finds its migrations beside its source', () => {
  expect(migrationsFolder).toMatch(/\/migrations$/);
});

/** Ends the connection that sleeps in a migration, as soon as there is one. */
async function terminateSleeper(engine: Engine): Promise<void> {
  for (let ended = 0; ended === 0; ) {
    const rows = await engine.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event = 'PgSleep'`,
    );
    ended = rows.length;
  }
}
