import { rm } from 'node:fs/promises';
import { parse } from 'libpg-query';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openEngine } from '../../src/store/store.ts';
import { emptyFolder } from '../support/programs/scratch-engines.ts';
import { callsOf, stubCitus } from '../support/programs/stub-citus.ts';
import { type Environment, emptyPlace, furnishedPlace, run, runJson, startOn } from './command-line.ts';

const patience = { timeout: 120_000 };

interface Steps {
  readonly steps: readonly { readonly title: string; readonly statement: string }[];
}

const openAt = ({ DATABASE_URL: databaseUrl = '' }: Environment) => openEngine({ databaseUrl, dataDir: '' });

/** A database with two firms on a server with the functions of Citus. `set` changes the answers of the nodes. */
async function shardedPlace(set = 'select'): Promise<Environment> {
  const { environment, remove } = await furnishedPlace();
  onTestFinished(remove);
  const engine = await openAt(environment);
  await stubCitus(engine);
  await engine.script(set);
  await engine.close();
  return environment;
}

/** What a check finds of rows whose ids would be given again. */
async function numbersBehind(environment: Environment): Promise<object[]> {
  const { stdout } = await run(environment, ['check', '--json']);
  const { findings } = JSON.parse(stdout) as { findings: { problem: string }[] };
  return findings.filter(({ problem }) => problem.includes('a new row would get an id that is taken'));
}

async function refusal(environment: Environment, ...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await run(environment, ['distribute', ...args]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  return stderr;
}

test('distribute refuses a server without Citus, and an outdated schema', patience, async () => {
  const { environment, remove } = await furnishedPlace();
  onTestFinished(remove);
  const reason = 'The server has no Citus: install it on each node';
  for (const args of [[], ['--dry-run'], ['--json']]) expect(await refusal(environment, ...args)).toContain(reason);
  const { environment: empty, remove: removeEmpty } = await emptyPlace();
  onTestFinished(removeEmpty);
  expect(await refusal(empty)).toContain('run "plumbline migrate" first');
});

test('distribute refuses a number of shards that is none', async () => {
  const { status, stderr } = await run({}, ['distribute', '--shards', '0']);
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('a whole number from 1 to 1000') });
});

describe('distribute on a server with Citus', patience, () => {
  test.each([
    ['update citus.pg_dist_local_group set groupid = 2', 'This server is a worker'],
    ['delete from citus.pg_dist_node', 'No node takes shards'],
    ["insert into citus.answers values ('node-2', true, '0 100 1')", 'node-2:5432: max_prepared_transactions is 0.'],
    ["insert into citus.answers values ('node-3', true, '200 100 0')", 'node-3:5432: install the extension pg_trgm'],
    ["insert into citus.answers values ('node-1', false, 'timeout')", 'node-1:5432 does not answer: timeout'],
  ])('refuses after %s', async (set, reason) => {
    const prepared = await shardedPlace(set);
    expect(await refusal(prepared, '--dry-run')).toContain(reason);
  });

  test('prints a script that names each table once, in an order that Citus takes', async () => {
    const environment = await shardedPlace();
    const { status, stdout } = await run(environment, ['distribute', '--dry-run', '--shards', '8']);
    expect(status).toBe(0);
    const [head = '', ...rest] = stdout.split('\\set ON_ERROR_STOP on\n');
    expect(head).toMatch(/^(?:-- .*\n)+$/);
    expect(rest).toHaveLength(1);
    const placed = [...stdout.matchAll(/select create_(distributed|reference)_table\('(\w+)'(?:, '(\w+)')?/g)];
    const engine = await openAt(environment);
    onTestFinished(() => engine.close());
    const tables = await engine.query<{ name: string; key: string[] }>(keysOfTables);
    expect(placed.map(([, , name]) => name).sort()).toEqual(tables.map(({ name }) => name).sort());
    for (const [, kind, name, column] of placed) {
      const key = tables.find((table) => table.name === name)?.key;
      if (kind === 'distributed') expect({ name, key }).toEqual({ name, key: expect.arrayContaining([column]) });
    }
    const copied = placed.flatMap(([, kind, name]) => (kind === 'reference' ? [name] : []));
    expect(copied.sort()).toEqual([
      'api_tokens',
      'calendar_feeds',
      'digest_keys',
      'oauth_clients',
      'schema_migrations',
    ]);
    expect(stdout).toContain(`create_distributed_table('accounts', 'id', colocate_with => 'none', shard_count => 8);`);
    // The dry run has called no function of Citus. Postgres runs the script that it prints.
    expect(await callsOf(engine)).toEqual([]);
    const script = rest[0] ?? '';
    await parse(script);
    await engine.script(script);
    expect(await callsOf(engine)).toContain('projects by account_id with accounts');
    const { steps } = (await runJson(environment, 'distribute', '--dry-run')) as Steps;
    expect(
      steps.filter(({ statement }) => /create_(?:distributed|reference)_table|constraint/.test(statement)),
    ).toEqual([]);
  });

  test('distributes the tables, keeps the keys that Citus can check, and goes on after an interruption', async () => {
    const environment = await shardedPlace();
    const { steps } = (await runJson(environment, 'distribute', '--dry-run')) as Steps;
    const engine = await openAt(environment);
    onTestFinished(() => engine.close());
    for (const { statement } of steps.slice(0, steps.length / 2)) await engine.script(statement);
    await engine.close();
    const { status, stdout } = await run(environment, ['distribute']);
    expect({ status, last: stdout.trimEnd().split('\n').at(-1) }).toEqual({
      status: 0,
      last: 'The tables are distributed. Start each service with DATABASE_GENERIC_PLANS=0.',
    });
    const after = await openAt(environment);
    onTestFinished(() => after.close());
    const placings = (await callsOf(after)).filter((call) => !call.endsWith(' truncated'));
    expect(new Set(placings).size).toBe(placings.length);
    const tables = await after.query<{ name: string }>(keysOfTables);
    expect(placings.map((call) => call.split(' ')[0]).sort()).toEqual(tables.map(({ name }) => name).sort());
    expect(
      await after.query(
        `select conname as name from pg_constraint where contype = 'f'
        and conrelid in ('api_tokens'::regclass, 'oauth_clients'::regclass)`,
      ),
    ).toEqual([{ name: 'api_tokens_account_id_oauth_client_id_fkey' }]);
  });

  test('sets the numbers of each node after the greatest of its ids, and check finds one that is behind', async () => {
    const environment = await shardedPlace();
    const engine = await openAt(environment);
    await engine.query(`insert into companies (account_id, id, name, created_at, updated_at) values
      (1, 900000, 'Old', now(), now()), (1, (2::bigint << 48) + 5, 'Of a node', now(), now())`);
    await engine.close();
    await runJson(environment, 'distribute');
    const after = await openAt(environment);
    onTestFinished(() => after.close());
    const last = (sequence: string) => after.query(`select pg_sequence_last_value('${sequence}')::text as last`);
    expect(await last('companies_id_seq')).toEqual([{ last: '900000' }]);
    expect(await last('"node-1".companies_id_seq')).toEqual([{ last: null }]);
    expect(await last('"node-2".companies_id_seq')).toEqual([{ last: String(2n * 2n ** 48n + 5n) }]);
    expect(await numbersBehind(environment)).toEqual([]);

    await after.query(`select setval('"node-2".companies_id_seq', (2::bigint << 48) + 4)`);
    await after.query(`select setval('companies_id_seq', 899999)`);
    const of = (id: bigint, last: bigint, by: string) => ({
      ...{ account: '1', table: 'companies', id: String(id) },
      problem: `Its id is beyond ${last}, the last that ${by} gave: a new row would get an id that is taken.`,
    });
    expect(await numbersBehind(environment)).toEqual([
      of(900000n, 899999n, 'the coordinator'),
      of(2n * 2n ** 48n + 5n, 2n * 2n ** 48n + 4n, 'node-2:5432'),
    ]);
    await after.close();
    await runJson(environment, 'distribute');
    expect(await numbersBehind(environment)).toEqual([]);
  });

  test('leaves each node numbers of its own, however great an id of an archive is', async () => {
    const environment = await shardedPlace();
    const engine = await openAt(environment);
    await engine.query(`insert into companies (account_id, id, name, created_at, updated_at)
      values (1, (3::bigint << 48) - 1, 'The last of node 2', now(), now())`);
    await engine.close();
    for (const restores of [1n, 2n]) {
      await runJson(environment, 'distribute');
      const after = await openAt(environment);
      const [row] = await after.query(`select pg_sequence_last_value('"node-2".companies_id_seq')::text as last`);
      await after.close();
      expect(row).toEqual({ last: String((2n << 48n) + (1n << 47n) + restores * (1n << 32n)) });
    }
  });

  test('lets no check pass that has not asked each node', async () => {
    const environment = await shardedPlace();
    await runJson(environment, 'distribute');
    const engine = await openAt(environment);
    await engine.query("insert into citus.answers values ('node-3', false, 'timeout')");
    await engine.close();
    const { status, stderr } = await run(environment, ['check', '--json']);
    expect({ status, stderr }).toEqual({ status: 2, stderr: 'error: node-3:5432 does not answer: timeout\n' });
  });

  test('follows a restore into a database in which the extension has views', async () => {
    const { environment, remove } = await furnishedPlace();
    const folder = await emptyFolder();
    const { environment: target, remove: removeTarget } = await emptyPlace();
    onTestFinished(async () => {
      await Promise.all([remove(), removeTarget(), rm(folder, { recursive: true })]);
    });
    const data = { DATA_DIR: folder };
    const { file } = (await runJson({ ...environment, ...data }, 'backup', folder, '--no-verify')) as { file: string };
    const engine = await openAt(target);
    await engine.script(`create extension pg_trgm; create view citus_tables as select 1 as one;
      create table spatial_ref_sys (id integer); insert into spatial_ref_sys values (1);
      alter extension pg_trgm add view citus_tables; alter extension pg_trgm add table spatial_ref_sys`);
    await stubCitus(engine);
    await engine.close();
    await runJson({ ...target, ...data }, 'restore', file);
    await runJson({ ...target, ...data }, 'distribute');
    expect(await run({ ...target, ...data }, ['check'])).toMatchObject({ status: 0 });
    await runJson({ ...target, ...data }, 'backup', folder, '--no-verify');
  });

  test('makes a restore refuse the database before it changes anything', async () => {
    const environment = await shardedPlace();
    const folder = await emptyFolder();
    onTestFinished(() => rm(folder, { recursive: true }));
    const data = { DATA_DIR: folder };
    await runJson(environment, 'distribute');
    const engine = await openAt(environment);
    onTestFinished(() => engine.close());
    const before = await callsOf(engine);
    const { file } = (await runJson({ ...environment, ...data }, 'backup', folder, '--no-verify')) as { file: string };
    for (const args of [[], ['--replace']]) {
      const { status, stdout, stderr } = await run(environment, ['restore', file, ...args, '--json']);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(
        /distributed over nodes.* run "plumbline distribute" there .*Plumbline changed nothing\.\n$/,
      );
    }
    expect(await callsOf(engine)).toEqual(before);
    expect(await engine.query('select id from accounts order by id')).toEqual([{ id: '1' }, { id: '2' }]);
    expect(await runJson(environment, 'distribute', '--dry-run')).toEqual({
      steps: expect.not.arrayContaining([expect.objectContaining({ title: expect.stringMatching(/distributed by/) })]),
    });
  });

  test('refuses while a service uses the database', async () => {
    const environment = await shardedPlace();
    await startOn(environment);
    expect(await refusal(environment)).toContain('stop it before you distribute');
    expect((await run(environment, ['distribute', '--dry-run'])).status).toBe(0);
  });
});

const keysOfTables = `select c.relname as name, array(
    select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey::smallint[])
    where i.indrelid = c.oid and i.indisprimary
  ) as key
  from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`;
