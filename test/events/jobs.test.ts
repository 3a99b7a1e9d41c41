import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Log } from '../../src/log.ts';
import { JobRunner, type JobRunnerParts, type JobStep } from '../../src/jobs/job-runner.ts';
import { insertJob } from '../../src/store/jobs/jobs.ts';
import { refoldKind } from '../../src/store/jobs/upgrade-jobs.ts';
import { eventually } from '../support/delivery/delivering.ts';
import { startTestService, type TestService } from '../support/service/service.ts';

const kind = 'test';
/** Longer than any test: a runner polls because a step did something, or never again. */
const hour = 3_600_000;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const add = (input: unknown, accountId = service.accounts.first): Promise<unknown> =>
  service.engine.transaction((transaction) =>
    insertJob(transaction, { accountId, kind, subjectId: null, input }, service.clock.now()),
  );

const stored = () =>
  service.engine.query<{ progress: unknown; failures: number }>('select progress, failures from jobs order by id');

function run(step: JobStep, more: Partial<JobRunnerParts> = {}): JobRunner {
  const log = { warn: () => undefined } as unknown as Log;
  const { engine, clock } = service;
  return new JobRunner({
    engine,
    clock,
    log,
    everyMs: 1,
    steps: { [kind]: step },
    progressed: () => undefined,
    ...more,
  });
}

/** Runs all jobs to their end. @param meanwhile is done while they run. */
async function finish(runners: readonly JobRunner[], meanwhile: () => Promise<void> = () => Promise.resolve()) {
  try {
    await meanwhile();
    await eventually(async () => expect(await stored()).toEqual([]));
  } finally {
    for (const runner of runners) await runner[Symbol.asyncDispose]();
  }
}

describe('a job', () => {
  it('runs in steps, each of which gets the progress of the step before it', async () => {
    const seen: unknown[] = [];
    await add({ steps: 3 });
    const runner = run((_, { input, progress }) => {
      seen.push(progress);
      const done = ((progress as number | null) ?? 0) + 1;
      const isLast = done === (input as { steps: number }).steps;
      return Promise.resolve(isLast ? { state: 'ended' } : { state: 'under way', progress: done });
    });
    await finish([runner]);
    expect(seen).toEqual([null, 1, 2]);
  });

  it('keeps what a step wrote only if the step succeeds, and tries a failed step again later', async () => {
    const logged: unknown[] = [];
    let tries = 0;
    await add({});
    const step: JobStep = async (transaction, { accountId, failures }) => {
      tries += 1;
      await transaction.query(`update accounts set name = 'Renamed ' || $2 where id = $1::bigint`, [
        accountId,
        `${failures}`,
      ]);
      if (failures < 2) throw new Error('the disk is full');
      return { state: 'ended' };
    };
    const name = async () =>
      (await service.engine.query<{ name: string }>('select name from accounts where id = 1'))[0]?.name;
    const before = await name();
    const log = { warn: (line: unknown) => logged.push(line) } as unknown as Log;
    await finish([run(step, { log })], async () => {
      await eventually(async () => expect(await stored()).toMatchObject([{ failures: 1 }]));
      expect(await name()).toBe(before);
      expect(tries).toBe(1);
      service.clock.advance(1000);
      await eventually(async () => expect(await stored()).toMatchObject([{ failures: 2 }]));
      service.clock.advance(2000);
    });
    expect(await name()).toBe('Renamed 2');
    expect(logged).toMatchObject([
      { kind, account: '1' },
      { kind, account: '1' },
    ]);
  });

  it('runs in one process at a time', async () => {
    let running = 0;
    let most = 0;
    await add({});
    const step: JobStep = async (transaction, { progress }) => {
      running += 1;
      most = Math.max(most, running);
      await transaction.query('select 1');
      running -= 1;
      const done = ((progress as number | null) ?? 0) + 1;
      return done === 10 ? { state: 'ended' } : { state: 'under way', progress: done };
    };
    await finish([run(step), run(step)]);
    expect(most).toBe(1);
  });
});

describe('after the clock has gone back by hours, a job', () => {
  it('goes on at once, also if its last step has failed', async () => {
    let tries = 0;
    await add({});
    const step: JobStep = () => {
      tries += 1;
      if (tries === 2) return Promise.reject(new Error('the disk is full'));
      return Promise.resolve(tries < 4 ? { state: 'under way', progress: tries } : { state: 'ended' });
    };
    service.clock.advance(-3 * hour);
    await finish([run(step)], async () => {
      await eventually(async () => expect(await stored()).toMatchObject([{ failures: 1 }]));
      service.clock.advance(-3 * hour);
    });
    expect(tries).toBe(4);
  });
});

describe('the jobs of an account', () => {
  it('do not delay those of another account', async () => {
    const order: string[] = [];
    for (let count = 0; count < 5; count += 1) await add({});
    await add({}, service.accounts.second);
    const runner = run((_, { accountId }) => {
      order.push(accountId);
      return Promise.resolve({ state: 'ended' });
    });
    await finish([runner]);
    expect(order.indexOf(service.accounts.second)).toBeLessThanOrEqual(1);
  });

  it('take turns', async () => {
    const order: string[] = [];
    await add({ name: 'a' });
    await add({ name: 'b' });
    service.clock.advance(1);
    const runner = run((_, { input, progress }) => {
      order.push((input as { name: string }).name);
      service.clock.advance(1);
      const done = ((progress as number | null) ?? 0) + 1;
      return Promise.resolve(done === 3 ? { state: 'ended' } : { state: 'under way', progress: done });
    });
    await finish([runner]);
    expect(order).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
  });
});

describe('jobs that fold the records of accounts anew', () => {
  it('come after the other jobs of all accounts', async () => {
    const { engine, clock } = service;
    const accounts = await engine.query<{ id: string }>(
      `insert into accounts (name, time_zone, created_at, updated_at)
      select 'Folded ' || n, 'UTC', now(), now() from generate_series(1, 15) n returning id`,
    );
    for (const accountId of [service.accounts.second, ...accounts.map(({ id }) => id)]) {
      const job = { accountId, kind: refoldKind, subjectId: null, input: {} };
      await engine.transaction((transaction) => insertJob(transaction, job, clock.now()));
    }
    clock.advance(1);
    await add({}, service.accounts.second);
    const order: string[] = [];
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const step: JobStep = async (_, { kind: name, progress }) => {
      order.push(name);
      clock.advance(1);
      if (name === kind) begin();
      // A server runs two steps at once, and the second one could end before the first has its job.
      else if (engine.kind !== 'embedded') await begun;
      return progress === null ? { state: 'under way', progress: 1 } : { state: 'ended' };
    };
    await finish([run(step, { steps: { [kind]: step, [refoldKind]: step } })]);
    // A poll does ten steps, two at a time.
    expect(order.indexOf(kind)).toBeLessThan(2);
    expect(order.lastIndexOf(kind)).toBeLessThan(20);
    expect(order.filter((name) => name === refoldKind)).toHaveLength(32);
  });
});

describe('jobs that wait', () => {
  it('keep neither the other jobs of their accounts nor those of other accounts', async () => {
    const { engine, clock, accounts } = service;
    const others = await engine.query<{ id: string }>(
      `insert into accounts (name, time_zone, created_at, updated_at)
      select 'Waiting ' || n, 'UTC', now(), now() from generate_series(1, 15) n returning id`,
    );
    const upgraded = [others[0]?.id ?? '', accounts.second];
    for (const { id } of others) await add({}, id);
    for (const accountId of upgraded) {
      const job = { accountId, kind: refoldKind, subjectId: null, input: {} };
      await engine.transaction((transaction) => insertJob(transaction, job, clock.now()));
    }
    const ended: string[] = [];
    const refold: JobStep = (_, { accountId }) => {
      ended.push(accountId);
      return Promise.resolve({ state: 'ended' });
    };
    const waiting: JobStep = () => Promise.resolve({ state: 'waiting' });
    const runner = run(waiting, { steps: { [kind]: waiting, [refoldKind]: refold } });
    await eventually(async () => expect(ended.toSorted()).toEqual(upgraded.toSorted()));
    await runner[Symbol.asyncDispose]();
    await engine.query('delete from jobs');
  });
});

describe('a job that waits', () => {
  it('is tried again at the next poll, and keeps its progress', async () => {
    const seen: unknown[] = [];
    await add({});
    const runner = run((_, { progress }) => {
      seen.push(progress);
      if (seen.length === 1) return Promise.resolve({ state: 'under way', progress: 'half' });
      return Promise.resolve(seen.length < 4 ? { state: 'waiting' } : { state: 'ended' });
    });
    await finish([runner]);
    expect(seen).toEqual([null, 'half', 'half', 'half']);
  });
});

describe('a job of an unknown kind', () => {
  it('is left to a process that knows it', async () => {
    await add({});
    const polled: string[] = [];
    const other = run(() => Promise.resolve({ state: 'ended' }), {
      everyMs: hour,
      steps: { other: () => Promise.reject(new Error('it must not run')) },
      progressed: () => polled.push('progressed'),
    });
    await finish([other, run(() => Promise.resolve({ state: 'ended' }))]);
    expect(polled).toEqual([]);
  });
});
