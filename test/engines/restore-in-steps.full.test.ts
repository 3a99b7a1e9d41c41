import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openFileFolder } from '../../src/files/open-files.ts';
import type { Engine } from '../../src/database/engine.ts';
import { migrate, migrationsFolder } from '../../src/database/migrations/migrate.ts';
import { JobRunner } from '../../src/jobs/job-runner.ts';
import { createLog } from '../../src/log.ts';
import { readAccountTables } from '../../src/store/transfer/tables.ts';
import { expectedOf } from '../../src/transfer/accounts/restore-account.ts';
import { judgeArchive } from '../../src/transfer/accounts/judge-archive.ts';
import { restoreInSteps, restoreKind, takeBackStep } from '../../src/transfer/accounts/restore-in-steps.ts';
import { saveAccount } from '../../src/transfer/accounts/save-account.ts';
import { fillWithSamples } from '../support/data/sample-work.ts';
import { scratchEngine } from '../support/programs/scratch-engines.ts';
import { furnishFirms } from '../support/service/template.ts';

const now = new Date('2026-03-11T20:00:00Z');
/** A busy machine takes long to start an engine. */
const patience = { timeout: 60_000 };
const by = { source: 'api', requestId: 'r', email: 'nobody@firm.example' } as const;

/** Two firms, the first with records, and an archive of it. */
async function furnished() {
  const scratch = await scratchEngine('embedded');
  const engine = await scratch.open();
  const folder = await mkdtemp(join(tmpdir(), 'archives-'));
  onTestFinished(async () => {
    await engine[Symbol.asyncDispose]();
    await scratch.remove();
    await rm(folder, { recursive: true, force: true });
  });
  await migrate(engine, { folder: migrationsFolder });
  await engine.transaction(async (transaction) => {
    await furnishFirms(transaction);
    await fillWithSamples(transaction, now);
  });
  const file = join(folder, 'a.tar.gz');
  await saveAccount(engine, { accountId: '1', file, now });
  const bytes = (): AsyncIterable<Uint8Array> => createReadStream(file, { highWaterMark: 1000 });
  const half = (await stat(file)).size / 2;
  const limits = { entries: 5000, bytes: 8 * 2 ** 20 };
  const expected = { ...(await expectedOf(engine, '2')), limits, quota: null, now };
  const manifest = await judgeArchive({ bytes: bytes(), name: 'The file', most: 2 ** 30 }, expected);
  return {
    scratch,
    engine,
    bytes,
    half,
    restoring: { accountId: '2', name: 'The file', now, by, to: openFileFolder(folder), manifest },
  };
}

/** Every row of the second firm, by table. */
async function rowsOf(engine: Engine): Promise<Record<string, unknown>> {
  const rows: Record<string, unknown> = {};
  for (const { name } of await readAccountTables(engine)) {
    rows[name] = await engine.query(`select * from ${name} where account_id = 2 order by ${name}::text`);
  }
  return {
    ...rows,
    account: await engine.query('select name, time_zone, currency, version from accounts where id = 2'),
  };
}

test('a restore in steps serves other work in between, and is the same as the account', patience, async () => {
  const { engine, bytes, restoring } = await furnished();
  let [served, isOver] = [0, false];
  const others = (async () => {
    for (; !isOver; served += 1) await engine.query('select name from accounts where id = $1::bigint', ['1']);
  })();
  let steps = 0;
  const restored = await restoreInSteps(engine, { ...restoring, bytes, progressed: () => void (steps += 1) });
  isOver = true;
  await others;
  expect(served).toBeGreaterThan(steps / 2);
  expect(restored.link).not.toBeNull();
  const [count] = await engine.query(
    `select (select count(*) from projects where account_id = 2) = (select count(*) from projects where account_id = 1)
      as same, (select array_agg(kind) from jobs) as jobs`,
  );
  // The job that makes the past of the projects from the log.
  expect(count).toEqual({ same: true, jobs: ['past'] });
});

test('a restore that fails leaves the account as it was', patience, async () => {
  const { engine, bytes, half, restoring } = await furnished();
  const before = await rowsOf(engine);
  async function* broken(): AsyncGenerator<Uint8Array> {
    let size = 0;
    for await (const piece of bytes()) {
      yield piece;
      size += piece.length;
      if (size > half) throw new Error('the disk is gone');
    }
  }
  await expect(restoreInSteps(engine, { ...restoring, bytes: broken })).rejects.toThrow('the disk is gone');
  expect(await rowsOf(engine)).toEqual(before);
});

test('a restore whose process died is taken back by the next one', patience, async () => {
  const { scratch, engine, bytes, half, restoring } = await furnished();
  const before = await rowsOf(engine);
  const dying: { cut: (error: Error) => void } = { cut: () => undefined };
  const stuck = new Promise<never>((_, reject) => {
    dying.cut = reject;
  });
  async function* hanging(): AsyncGenerator<Uint8Array> {
    let size = 0;
    for await (const piece of bytes()) {
      yield piece;
      size += piece.length;
      if (size > half) await stuck;
    }
  }
  const restore = restoreInSteps(engine, { ...restoring, bytes: hanging });
  restore.catch(() => undefined);
  const users = async () => (await engine.query('select 1 from users where account_id = 2')).length;
  await expect.poll(users).toBeGreaterThan(1);
  await using running = runnerOf(engine);
  await expect.poll(() => running.polls).toBeGreaterThan(3);
  expect(await users()).toBeGreaterThan(1);
  await running[Symbol.asyncDispose]();
  await engine[Symbol.asyncDispose]();
  dying.cut(new Error('killed'));
  await expect(restore).rejects.toThrow();
  await using next = await scratch.open();
  await using taking = runnerOf(next);
  await expect.poll(async () => (await next.query('select 1 from jobs')).length).toBe(0);
  expect(taking.polls).toBeGreaterThan(0);
  expect(await rowsOf(next)).toEqual(before);
  const told = { level: 'warn', account: '2', msg: 'a restore that did not end is taken back' };
  expect(taking.logged.map((line) => JSON.parse(line))).toMatchObject([told]);
});

/** A runner of the jobs that take restores back, whose clock tells how many polls there were. */
function runnerOf(engine: Engine) {
  let polls = 0;
  const logged: string[] = [];
  const log = createLog('warn', { write: (line) => void logged.push(line) });
  const clock = {
    now: () => {
      polls += 1;
      return now;
    },
  };
  const runner = new JobRunner({
    ...{ engine, clock, log, everyMs: 10, progressed: () => undefined },
    steps: { [restoreKind]: takeBackStep(engine, log) },
  });
  return {
    logged,
    get polls() {
      return polls;
    },
    [Symbol.asyncDispose]: () => runner[Symbol.asyncDispose](),
  };
}
