import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../src/database/engine.ts';
import { migrate, migrationsFolder } from '../../src/database/migrations/migrate.ts';
import { asking } from '../support/data/keyed-load.ts';
import { fillLevel, levelSessionEnd, levelToken } from '../support/data/level-data.ts';
import { faultsIn } from '../support/data/soundness.ts';
import { runsOf } from '../support/endurance.ts';
import { type CompiledSource, compileSource } from '../support/programs/compiled-source.ts';
import { risingMigrations } from '../support/programs/earlier-migrations.ts';
import { startChild } from '../support/programs/kill-process.ts';
import { engineNames, type ScratchEngine, scratchEngine, serverUrl } from '../support/programs/scratch-engines.ts';
import { served } from '../support/service/served.ts';

const soon = new Date('2026-03-04T12:00:00Z');

/** The log exists since this level, and records have a history since. */
const loggedSince = 4;

/** Brings a database from level to level, and makes an account with rows of every table at each. */
async function riseThrough(engine: Engine, levels: { from: number; to: number }): Promise<void> {
  const { folder, riseTo } = await risingMigrations();
  for (let level = levels.from; level <= levels.to; level += 1) {
    await riseTo(level);
    await migrate(engine, { folder });
    await fillLevel(engine, level);
  }
  await rm(folder, { recursive: true });
}

const { last, folder: unused } = await risingMigrations();
await rm(unused, { recursive: true });

/** What a check finds in an account from before there were lists, or a log of them. */
const ofOld = ['The log has no change of it.', 'It has no open stage, which every new project needs.'];

/** The other faults of a database. */
const faultsSince = async (engine: Engine) =>
  (await faultsIn(engine, soon)).filter(
    ({ account, problem }) => Number(account) >= loggedSince || !ofOld.includes(problem),
  );

/** Browsers have sessions since this level. */
const sessionsSince = 19;

/** The families whose lists a client of every level can read. */
const families = ['companies', 'contacts', 'projects', 'industries', 'project_stages', 'custom_fields'];

describe.each(engineNames)('data of every level on the %s engine', { timeout: 900_000 }, (name) => {
  test('is intact after the later migrations, sound, and readable over the API', async () => {
    const scratch = await scratchEngine(name);
    onTestFinished(() => scratch.remove());
    const engine = await scratch.open({ amcheck: true });
    await riseThrough(engine, { from: 1, to: last });
    expect(await faultsSince(engine)).toEqual([]);
    await engine[Symbol.asyncDispose]();
    const service = await served(scratch);
    onTestFinished(() => service.stop());
    for (let level = loggedSince; level <= last; level += 1) {
      const ask = asking(service.url, levelToken(level));
      for (const plural of families) {
        const { status, body } = await ask('GET', `/${plural}`);
        expect({ level, plural, status, count: body[plural]?.length }).toEqual({
          ...{ level, plural, status: 200, count: plural === 'project_stages' ? 2 : 1 },
        });
      }
      const { body } = await ask('GET', '/projects?q=depot&include=stage_changes,submitted_at');
      expect(body.projects).toMatchObject([
        {
          ...{ name: 'Depot, North', amount: 1000.5, close_type: 'won', bid_due_date: '2026-04-01' },
          ...{
            company: { name: 'Éclair Söhne' },
            project_stage: { name: 'Won' },
            custom_fields: { foreman: `${level}001` },
          },
          ...{ submitted_at: '2026-03-02T10:00:00Z', stage_changes: [{}, {}] },
        },
      ]);
    }
    for (let level = loggedSince; level <= last; level += 1) {
      const path = '/projects?as_of=2026-03-02T12:00:00Z&include=version,stage_changes';
      const past = () => asking(service.url, levelToken(level))('GET', path);
      await expect.poll(async () => (await past()).status, { timeout: 60_000 }).toBe(200);
      expect((await past()).body.projects).toMatchObject([
        { version: 1, close_type: null, custom_fields: { foreman: null }, amount: 1000.5, stage_changes: [{}] },
      ]);
    }
    for (let level = sessionsSince; level <= last; level += 1) {
      const { body } = await asking(service.url, levelToken(level))('GET', '/sessions');
      expect(body.sessions).toMatchObject([{ last_used_at: '2026-03-02T10:00:00Z', expires_at: levelSessionEnd }]);
    }
    for (const level of [1, 2, 3]) {
      const { status } = await asking(service.url, levelToken(level))('GET', '/users/me');
      expect(status).toBe(200);
    }
  });
});

describe('an interrupted upgrade', { timeout: 900_000 }, () => {
  let compiled: CompiledSource;
  beforeAll(async () => {
    compiled = await compileSource();
  });
  afterAll(() => compiled.remove());

  const from = 10;

  /** A database of an earlier level, with data. */
  async function earlier(name: (typeof engineNames)[number]): Promise<ScratchEngine> {
    const scratch = await scratchEngine(name);
    onTestFinished(() => scratch.remove());
    const engine = await scratch.open();
    await riseThrough(engine, { from: 4, to: from });
    await engine[Symbol.asyncDispose]();
    return scratch;
  }

  const kill = async (
    { databaseUrl = '', dataDir }: ScratchEngine,
    number: string,
    moment: string,
  ): Promise<number | null> => {
    const child = startChild(compiled.script('kill-migration'), [databaseUrl, dataDir, number, moment]);
    return (await child.ended).code;
  };

  test.each(engineNames)('on the %s engine resumes, killed between migrations and inside them', async (name) => {
    const scratch = await earlier(name);
    // A process that a signal has killed has no exit code.
    expect(await kill(scratch, '0011', 'after')).toBeNull();
    const inside = ['0013', '0017', '0020', '0023'].slice(0, runsOf(2, 4));
    for (const number of inside) expect(await kill(scratch, number, String(Math.floor(Math.random() * 12)))).toBeNull();
    const engine = await scratch.open();
    const { applied } = await migrate(engine, { folder: migrationsFolder });
    // A killed process may have just committed the migration.
    expect(applied.length).toBeLessThan(last - from);
    expect(applied.length).toBeGreaterThanOrEqual(last - Number(inside.at(-1)));
    expect(await faultsSince(engine)).toEqual([]);
    await engine[Symbol.asyncDispose]();
  });

  test.runIf(serverUrl !== undefined)(
    'by two programs at once applies each migration once, with all data',
    async () => {
      const scratch = await earlier('postgres');
      const engines = await Promise.all([scratch.open(), scratch.open()]);
      const done = await Promise.all(engines.map((engine) => migrate(engine, { folder: migrationsFolder })));
      expect(done.flatMap(({ applied }) => applied)).toHaveLength(last - from);
      expect(await faultsSince(engines[0])).toEqual([]);
      for (const one of engines) await one[Symbol.asyncDispose]();
    },
  );
});
