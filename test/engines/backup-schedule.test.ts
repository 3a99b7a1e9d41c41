import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import { BackupSchedule } from '../../src/transfer/backups/schedule.ts';

/** Starts a schedule over a folder whose backup is an hour old. @returns the number of backups that it then makes. */
async function madeBy(everyHours: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'backup-schedule-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'plumbline-20261124T080000Z.tar.gz'), '');
  let made = 0;
  let looked: () => void = () => undefined;
  const hasLooked = new Promise<void>((resolve) => (looked = resolve));
  const clock = {
    now: () => {
      looked();
      return new Date('2026-11-24T09:00:00Z');
    },
  };
  const make = (): Promise<object> => {
    made += 1;
    return Promise.resolve({});
  };
  const schedule = new BackupSchedule({ folder, everyHours, clock, log: createLog('silent'), make });
  await hasLooked;
  // Waits for the look that has begun.
  await schedule[Symbol.asyncDispose]();
  return made;
}

test('a schedule makes a backup once the newest one is old enough, and none before', async () => {
  expect(await madeBy(2)).toBe(0);
  expect(await madeBy(1)).toBe(1);
});
