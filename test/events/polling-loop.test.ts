import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { PollingLoop } from '../../src/jobs/polling-loop.ts';

const failed = (error: unknown): never => {
  throw error;
};

test('a polling loop never starts a round while another is under way', async () => {
  let underWay = 0;
  let most = 0;
  let rounds = 0;
  const work = async (): Promise<void> => {
    rounds += 1;
    most = Math.max(most, (underWay += 1));
    await pause(15);
    underWay -= 1;
  };
  await using subject = new PollingLoop(work, { everyMs: 5, restMs: 1, failed });
  for (let ring = 0; ring < 40; ring += 1) {
    subject.wake();
    await pause(2);
  }
  expect(most).toBe(1);
  expect(rounds).toBeGreaterThan(1);
});

test('a polling loop starts no round after its disposal, which waits for the round under way', async () => {
  let rounds = 0;
  let isDone = false;
  const subject = new PollingLoop(
    async () => {
      rounds += 1;
      await pause(20);
      isDone = true;
    },
    { everyMs: 5, failed },
  );
  subject.wake();
  await pause(6);
  await subject[Symbol.asyncDispose]();
  expect([rounds, isDone]).toEqual([1, true]);
  subject.wake();
  await pause(20);
  expect(rounds).toBe(1);
});

test('a polling loop reports an error and starts the next round all the same', async () => {
  const told: unknown[] = [];
  let rounds = 0;
  const work = async (): Promise<void> => {
    rounds += 1;
    throw new Error(String(rounds));
  };
  const subject = new PollingLoop(work, { everyMs: 1, failed: (error) => told.push(error) });
  await expect.poll(() => rounds).toBeGreaterThan(2);
  await subject[Symbol.asyncDispose]();
  expect(told.slice(0, 2).map(String)).toEqual(['Error: 1', 'Error: 2']);
});

test('a polling loop tells which polls are regular, however often it is woken', async () => {
  const polls: boolean[] = [];
  await using subject = new PollingLoop(
    async (isRegular) => {
      polls.push(isRegular);
      await pause(1);
      subject.wake();
    },
    { everyMs: 200, restMs: 1, failed },
  );
  subject.wake();
  await expect.poll(() => polls.filter(Boolean).length).toBeGreaterThan(2);
  expect(polls[0]).toBe(true);
  expect(polls.length).toBeGreaterThan(10);
});
