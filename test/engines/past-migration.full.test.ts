import { rm } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { Engine } from '../../src/database/engine.ts';
import { migrate, migrationsFolder } from '../../src/database/migrations/migrate.ts';
import { asking, type Ask } from '../support/data/keyed-load.ts';
import { faultsIn } from '../support/data/soundness.ts';
import { migrationsBefore } from '../support/programs/earlier-migrations.ts';
import type { Child } from '../support/programs/kill-process.ts';
import { addressOf, killableService, token } from '../support/programs/killable-service.ts';
import { engineNames, type ScratchEngine, scratchEngine } from '../support/programs/scratch-engines.ts';

const startService = killableService();

async function begin(scratch: ScratchEngine): Promise<{ child: Child; ask: Ask }> {
  const child = startService(scratch);
  return { child, ask: asking(await addressOf(child), token) };
}

async function fillWithDemo(ask: Ask): Promise<void> {
  await ask('POST', '/account/demo', { demo: { projects: 300 } });
  const state = async () => (await ask('GET', '/account/demo')).body.demo.status;
  await expect.poll(state, { timeout: 240_000, interval: 500 }).toBe('complete');
}

const versions = (engine: Engine) => engine.query('select * from projects_past order by account_id, id, version');

/** Brings the past into the state that the migration leaves. @returns the past as it was. */
async function emptyPast(scratch: ScratchEngine) {
  await using engine = await scratch.open();
  const before = await versions(engine);
  await engine.query('delete from projects_past');
  await engine.query(`insert into jobs (account_id, created_at, kind, input, due_at)
    select id, now(), 'past', '{}', now() from accounts`);
  return before;
}

/** Starts the service until it has made the past, and kills it meanwhile. @returns the number of kills. */
async function makePastBetweenKills(scratch: ScratchEngine): Promise<number> {
  for (let kills = 0; ; kills += 1) {
    const { child, ask } = await begin(scratch);
    const status = async () => (await ask('GET', '/projects?as_of=today-30')).status;
    const isLast = kills === 3;
    if (isLast) await expect.poll(status, { timeout: 120_000 }).toBe(200);
    const isMade = (await status()) === 200;
    await new Promise((resolve) => setTimeout(resolve, isMade ? 0 : kills * 150));
    await child.kill('SIGKILL');
    if (isMade) return kills;
  }
}

describe.each(engineNames)('a database from before the past on the %s engine', (name) => {
  test('has the moment at which each closed project was closed', { timeout: 120_000 }, async () => {
    const scratch = await scratchEngine(name);
    const folder = await migrationsBefore('-next-steps-and-remaining-work.sql');
    {
      await using engine = await scratch.open();
      await migrate(engine, { folder });
      await fillWithClosed(engine);
      await migrate(engine, { folder: migrationsFolder });
      const rows = await engine.query('select id, closed_at as closed from projects order by id');
      expect(rows).toEqual(projects.map(({ id, closedAt }) => ({ id: String(id), closed: closedAt })));
      expect(await engine.query(`select account_id from jobs where kind = 'past'`)).toEqual([{ account_id: '1' }]);
    }
    await scratch.remove();
    await rm(folder, { recursive: true });
  });

  test('makes the same past through kills', { timeout: 600_000 }, async () => {
    const scratch = await scratchEngine(name);
    const { child, ask } = await begin(scratch);
    await fillWithDemo(ask);
    await child.kill('SIGTERM');
    const before = await emptyPast(scratch);
    expect(before.length).toBeGreaterThan(500);
    expect(await makePastBetweenKills(scratch)).toBeGreaterThan(0);
    {
      await using engine = await scratch.open();
      expect(await versions(engine)).toEqual(before);
      expect(await faultsIn(engine, new Date())).toEqual([]);
    }
    await scratch.remove();
  });
});

const createdAt = '2026-03-01T00:00:00Z';

/** How projects are closed, the days on which they were closed or opened again, and the moment of the last time. */
const projects = [
  { id: 1, closeType: null, days: [], closedAt: null },
  { id: 2, closeType: null, days: ['2026-03-05', '2026-03-06'], closedAt: null },
  { id: 3, closeType: 'won', days: [], closedAt: createdAt },
  { id: 4, closeType: 'lost', days: ['2026-03-05', '2026-03-06', '2026-03-09'], closedAt: '2026-03-09T00:00:00Z' },
] as const;

async function fillWithClosed(engine: Engine): Promise<void> {
  await engine.query(`insert into accounts (name, time_zone, created_at, updated_at) values ('G', 'UTC', $1, $1)`, [
    createdAt,
  ]);
  await engine.query(
    `insert into users (account_id, name, email, role, created_at, updated_at) values (1, 'Ana', 'a@g.example', 'admin', $1, $1)`,
    [createdAt],
  );
  await engine.query(
    `insert into project_stages (account_id, id, name, key, category, position, created_at, updated_at)
    values (1, 1, 'Estimating', 'estimating', 'open', 1, $1, $1)`,
    [createdAt],
  );
  for (const { id, closeType, days } of projects) {
    await engine.query(
      `insert into projects (account_id, id, name, project_stage_id, stage_changed_at, close_type, created_at, updated_at)
      values (1, $1, 'P', 1, $3, $2, $3, $3)`,
      [id, closeType, createdAt],
    );
    for (const [index, day] of days.entries()) {
      await engine.query(
        `insert into changes (account_id, at, resource, record_id, version, action, user_id, source, fields)
        values (1, $1, 'projects', $2, $3, 'update', 1, 'api', '{"close_type": {"from": null, "to": "won"}}')`,
        [`${day}T00:00:00Z`, id, index + 2],
      );
    }
  }
}
