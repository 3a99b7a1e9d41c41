import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EngineMistake } from '../../src/database/engine-errors.ts';
import type { Engine } from '../../src/database/engine.ts';
import { openPostgres } from '../../src/database/postgres/postgres.ts';
import { PostgresConnection } from '../../src/database/postgres/postgres-connections.ts';
import { serverMistakes } from '../../src/database/postgres/postgres-requirements.ts';
import { fatalError, startGateway } from '../support/service/gateway.ts';
import { type ScratchEngine, scratchDatabase, serverUrl } from '../support/programs/scratch-engines.ts';

describe.skipIf(serverUrl === undefined)('a Postgres server', () => {
  let scratch: ScratchEngine;
  let url: string;
  let engine: Engine;
  beforeAll(async () => {
    scratch = await scratchDatabase();
    url = scratch.databaseUrl ?? '';
    engine = await scratch.open();
  });
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
    await scratch.remove();
  });

  test('is described without its password, and with its durability', async () => {
    const secret = new URL(url);
    secret.password = 'hidden-password';
    await using opened = await openPostgres({ url: secret.href });
    expect(opened.description).toMatch(/^Postgres \d+[^/]*, acknowledged writes are on its disk$/);
    expect(opened.place).toMatch(/^[^/@]+\/plumbline_engines_\w+$/);
    expect(opened.durable).toBe(true);
  });

  test('that acknowledges writes before they are on disk is not called durable', async () => {
    const lazy = await scratchDatabase();
    const first = await lazy.open();
    await first.query(
      `alter database ${new URL(lazy.databaseUrl ?? '').pathname.slice(1)} set synchronous_commit = off`,
    );
    await first.close();
    const opened = await lazy.open();
    expect(opened.durable).toBe(false);
    await opened.close();
    await lazy.remove();
  });

  test.each([
    [undefined, 'force_generic_plan'],
    [true, 'force_generic_plan'],
    [false, 'auto'],
  ])(
    'plans the statements of a transaction once for all values, unless that is off (%s)',
    async (genericPlans, mode) => {
      await using opened = await openPostgres({ url, genericPlans });
      const settings = await opened.transaction((transaction) =>
        transaction.query(
          `select current_setting('plan_cache_mode') as mode, current_setting('enable_seqscan') as "readsWhole"`,
        ),
      );
      expect(settings).toEqual([{ mode, readsWhole: 'off' }]);
    },
  );

  test.each([
    ["encoding 'UTF8' locale 'C'", /lower\('É'\)/],
    ["encoding 'SQL_ASCII' locale 'C'", /encoding must be UTF8, it is SQL_ASCII/],
    ["encoding 'LATIN1' locale 'C'", /encoding must be UTF8, it is LATIN1/],
  ])('is refused with a database of %s', async (clause, mistake) => {
    const unfit = await scratchDatabase(clause);
    const opening = unfit.open();
    await expect(opening).rejects.toBeInstanceOf(EngineMistake);
    await expect(opening).rejects.toThrow(mistake);
    await unfit.remove();
  });

  test('that is not usable is named in the error, without its password', async () => {
    const away = openPostgres({ url: 'postgres://someone:hidden-password@127.0.0.1:9/none' });
    await expect(away).rejects.toThrow(/Cannot use the Postgres server at 127\.0\.0\.1:9\/none: .*ECONNREFUSED/);
    await expect(away).rejects.not.toThrow('hidden-password');
    const missing = new URL(url);
    missing.pathname = 'no_such_database';
    await expect(openPostgres({ url: missing.href })).rejects.toThrow(/database "no_such_database" does not exist/);
    await expect(openPostgres({ url: 'nonsense' })).rejects.toBeInstanceOf(EngineMistake);
  });

  test('that closes the connection of a transaction is unavailable, and is used again afterwards', async () => {
    const lost = engine.transaction(async (transaction) => {
      const [row] = await transaction.query<{ pid: number }>('select pg_backend_pid() as pid');
      await using other = await scratch.open();
      await terminate(other, row?.pid ?? 0);
      return await transaction.query('select 1');
    });
    await expect(lost).rejects.toMatchObject({ code: 'unavailable' });
    expect(await engine.query('select 1 as one')).toStrictEqual([{ one: 1 }]);
  });

  test('that closes a connection between two statements harms neither the process nor another transaction', async () => {
    await using narrow = await scratch.open({ maxConnections: 1 });
    await narrow.script('create table kept (n integer)');
    await using other = await scratch.open();
    const lost = narrow.transaction(async (transaction) => {
      const [row] = await transaction.query<{ pid: number }>('select pg_backend_pid() as pid');
      await transaction.query('insert into kept values (1)');
      await terminate(other, row?.pid ?? 0);
      await transaction.query('insert into kept values (2)').catch(() => []);
      await transaction.query('insert into kept values (3)').catch(() => []);
    });
    const next = narrow.transaction((transaction) => transaction.query('insert into kept values (4)'));
    await expect(lost).rejects.toMatchObject({ code: 'unavailable' });
    await next;
    expect(await narrow.query('select n from kept')).toStrictEqual([{ n: 4 }]);
  });

  test('that turns a commit into a rollback makes the commit fail', async () => {
    const connection = new PostgresConnection({ url, timeouts: undefined });
    await connection.script('begin');
    await expect(connection.send('select 1 / 0', [], false)).rejects.toMatchObject({ code: '22012' });
    await expect(connection.commit()).rejects.toMatchObject({ code: 'unavailable' });
    await connection.end();
  });

  test('limits the time of each statement, but not of a script', async () => {
    await using hasty = await scratch.open({ statementTimeoutMs: 100 });
    await expect(hasty.query('select pg_sleep(10)')).rejects.toMatchObject({ code: 'unavailable' });
    await hasty.script('select pg_sleep(0.2)');
  });

  test('limits the wait for a lock, but not in a script', async () => {
    await engine.script("create table shown as select current_setting('lock_timeout') as timeout");
    expect(await engine.query('select timeout from shown')).toStrictEqual([{ timeout: '0' }]);
    expect(await engine.query('show lock_timeout')).toStrictEqual([{ lock_timeout: '5s' }]);
    // Postgres would need longer to compile these statements than to run them.
    expect(await engine.query('show jit')).toStrictEqual([{ jit: 'off' }]);
  });

  test('keeps prepared statements, unless that is turned off', async () => {
    const kept = async (preparedStatements: boolean) => {
      await using opened = await scratch.open({ preparedStatements, maxConnections: 1 });
      await opened.query('select $1::integer as n', [1]);
      const rows = await opened.query("select name from pg_prepared_statements where statement like 'select $1%'");
      return rows.length;
    };
    expect(await kept(true)).toBe(1);
    expect(await kept(false)).toBe(0);
  });

  test('behind a pooler that refuses timeouts is used without them', async () => {
    await using pooler = await startGateway(new URL(url), refusingTimeouts);
    await using opened = await openPostgres({ url: pooler.url });
    expect(opened.description).toContain('no statement timeout and no lock timeout');
    expect(await opened.query('show statement_timeout')).toStrictEqual([{ statement_timeout: '0' }]);
    expect(await opened.query('show lock_timeout')).toStrictEqual([{ lock_timeout: '0' }]);
  });

  test('is unavailable once the engine is closed', async () => {
    const opened = await scratch.open();
    await opened.close();
    await opened.close();
    await expect(opened.query('select 1')).rejects.toMatchObject({ code: 'unavailable' });
  });
});

test('all mistakes of a server are reported at once', () => {
  const report = {
    version: '14.9',
    versionNumber: 140_009,
    encoding: 'LATIN1',
    lowered: 'É',
    fsync: 'on',
    synchronousCommit: 'on',
    hasTrigrams: false,
  };
  expect(serverMistakes(report)).toStrictEqual([
    'Postgres 15 or later is needed, the server is 14.9.',
    "The database's encoding must be UTF8, it is LATIN1.",
    expect.stringContaining("lower('É')"),
    expect.stringMatching(/pg_trgm is needed: install .*postgresql-contrib/),
  ]);
});

/** Ends a connection, and waits until the server has removed it. */
async function terminate(engine: Engine, pid: number): Promise<void> {
  await engine.query('select pg_terminate_backend($1, 5000)', [pid]);
}

/** Refuses the connection as PgBouncer does for an unknown parameter. */
const refusingTimeouts = (start: Buffer) =>
  start.includes('statement_timeout')
    ? fatalError('08P01', 'unsupported startup parameter: statement_timeout')
    : undefined;
