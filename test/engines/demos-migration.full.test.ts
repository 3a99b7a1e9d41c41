import { rm } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { Engine } from '../../src/database/engine.ts';
import { migrate, migrationsFolder } from '../../src/database/migrations/migrate.ts';
import { resourceOf } from '../../src/resources/index.ts';
import { sampleMarks } from '../../src/store/jobs/demos.ts';
import { sampleRows } from '../../src/store/jobs/sample-rows.ts';
import { migrationsBefore } from '../support/programs/earlier-migrations.ts';
import { engineNames, scratchEngine } from '../support/programs/scratch-engines.ts';

const at = '2026-03-01T00:00:00Z';

/** Fills the account as an earlier version did, between two companies that people made by requests with the same id. */
async function fill(engine: Engine): Promise<void> {
  await engine.query(`insert into accounts (name, time_zone, created_at, updated_at) values ('G', 'UTC', $1, $1)`, [
    at,
  ]);
  await engine.query(
    `insert into users (account_id, name, email, role, created_at, updated_at) values (1, 'Ana', 'a@g.example', 'admin', $1, $1)`,
    [at],
  );
  for (const name of ['Before', 'Sample', 'After']) {
    await engine.query(
      `insert into companies (account_id, name, name_folded, created_at, updated_at) values (1, $1, lower($1), $2, $2)`,
      [name, at],
    );
  }
  const made = [
    ['companies', 1, at],
    ['users', 1, '2024-03-01T00:00:00Z'],
    ['companies', 2, '2024-03-01T00:00:00Z'],
    ['companies', 3, '2026-03-02T00:00:00Z'],
  ] as const;
  for (const [resource, id, time] of made) {
    await engine.query(
      `insert into changes (account_id, at, resource, record_id, version, action, user_id, source, request_id, fields)
      values (1, $1, $2, $3, 1, 'create', 1, 'api', 'always-the-same', '{}')`,
      [time, resource, id],
    );
  }
  await engine.query(
    `insert into demos (account_id, status, made, started_at)
    values (1, 'complete', '{"users/1": "1", "companies/1": "2"}', $1)`,
    [at],
  );
}

describe.each(engineNames)('sample data of an earlier version on the %s engine', (name) => {
  test('does not include what people made before and after it by requests with the same id', async () => {
    const scratch = await scratchEngine(name);
    const engine = await scratch.open();
    const folder = await migrationsBefore('-removal-of-demos.sql');
    await migrate(engine, { folder });
    await fill(engine);
    await migrate(engine, { folder: migrationsFolder });
    const marks = await sampleMarks(engine, '1');
    expect(marks).toMatchObject({ requestIds: ['always-the-same'], afterChange: '1' });
    if (!marks) throw new Error('the account has no sample data');
    const sample = { accountId: '1', marks };
    const rows = await sampleRows(engine, resourceOf('companies'), sample, { after: '0', most: 10 });
    expect(rows.map(({ name: company, isSample }) => [company, isSample])).toEqual([
      ['Before', false],
      ['Sample', true],
      ['After', false],
    ]);
    await engine[Symbol.asyncDispose]();
    await scratch.remove();
    await rm(folder, { recursive: true });
  }, 120_000);
});
