import { rm } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { Engine } from '../../src/database/engine.ts';
import { migrate, migrationsFolder } from '../../src/database/migrations/migrate.ts';
import { migrationsBefore } from '../support/programs/earlier-migrations.ts';
import { engineNames, scratchEngine } from '../support/programs/scratch-engines.ts';

const stages = `(values (1, 'tracking', 'open'), (2, 'estimating', 'open'), (3, 'bid_submitted', 'open'),
  (4, 'won', 'won'), (5, 'verbal_award', 'lost'), (6, 'interview', 'open')) as s (id, key, category)`;

/** The stages that each project entered, in order, each a day after the last, and how it closed. */
const projects = [
  { id: 1, entered: [1, 2], closeType: null, submitted: null },
  { id: 2, entered: [1, 3, 2], closeType: null, submitted: '2026-03-02T00:00:00Z' },
  { id: 3, entered: [2, 4], closeType: 'won', submitted: '2026-03-02T00:00:00Z' },
  { id: 4, entered: [6, 2, 5], closeType: 'cancelled', submitted: null },
  { id: 5, entered: [2], closeType: 'won', submitted: '2026-03-20T00:00:00Z', closed: ['2026-03-10', '2026-03-20'] },
  { id: 6, entered: [6], closeType: 'won', submitted: '2026-03-01T00:00:00Z' },
];

const at = (day: number): string => `2026-03-${String(day).padStart(2, '0')}T00:00:00Z`;

async function fill(engine: Engine): Promise<void> {
  await engine.query(`insert into accounts (name, time_zone, created_at, updated_at) values ('G', 'UTC', $1, $1)`, [
    at(1),
  ]);
  await engine.query(
    `insert into users (account_id, name, email, role, created_at, updated_at) values (1, 'Ana', 'a@g.example', 'admin', $1, $1)`,
    [at(1)],
  );
  await engine.query(
    `insert into project_stages (account_id, id, name, key, category, position, created_at, updated_at)
    select 1, s.id, s.key, s.key, s.category, s.id, $1, $1 from ${stages}`,
    [at(1)],
  );
  for (const { id, entered, closeType, closed = [] } of projects) {
    await engine.query(
      `insert into projects (account_id, id, name, project_stage_id, stage_changed_at, close_type, created_at, updated_at)
      values (1, $1, 'P', $2, $3, $4, $3, $3)`,
      [id, entered.at(-1) ?? 1, at(1), closeType],
    );
    for (const [index, stage] of entered.entries()) {
      await engine.query(
        `insert into stage_changes (account_id, project_id, from_stage_id, to_stage_id, at) values (1, $1, $2, $3, $4)`,
        [id, entered[index - 1] ?? null, stage, at(index + 1)],
      );
    }
    for (const [index, day] of closed.entries()) {
      await engine.query(
        `insert into changes (account_id, at, resource, record_id, version, action, user_id, source, fields)
        values (1, $1, 'projects', $2, $3, 'update', 1, 'api', '{"close_type": {"from": null, "to": "won"}}')`,
        [`${day}T00:00:00Z`, id, index + 2],
      );
    }
  }
}

describe.each(engineNames)('a database from before the milestones on the %s engine', (name) => {
  test('has those of the starting stages, and the time at which each bid was submitted', async () => {
    const scratch = await scratchEngine(name);
    const engine = await scratch.open();
    const folder = await migrationsBefore('-milestones.sql');
    await migrate(engine, { folder });
    await fill(engine);
    const version = 'select directory_version as version from accounts';
    const [before] = await engine.query<{ version: string }>(version);
    await migrate(engine, { folder: migrationsFolder });
    expect(
      await engine.query('select key, milestone, stale_after_days as days from project_stages order by id'),
    ).toEqual([
      { key: 'tracking', milestone: null, days: 60 },
      { key: 'estimating', milestone: null, days: null },
      { key: 'bid_submitted', milestone: 'submitted', days: 14 },
      { key: 'won', milestone: null, days: null },
      { key: 'verbal_award', milestone: null, days: 21 },
      { key: 'interview', milestone: null, days: null },
    ]);
    expect(await engine.query('select id, submitted_at as submitted from projects order by id')).toEqual(
      projects.map(({ id, submitted }) => ({ id: String(id), submitted })),
    );
    const [after] = await engine.query<{ version: string }>(version);
    expect(after?.version).not.toBe(before?.version);
    await engine[Symbol.asyncDispose]();
    await scratch.remove();
    await rm(folder, { recursive: true });
  }, 120_000);
});
