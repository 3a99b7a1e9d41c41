import { mkdtemp, readFile, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import { writeBackupFile } from '../support/data/backup-files.ts';
import { findBackups } from '../../src/transfer/backups/backup-folder.ts';
import { BackupSchedule } from '../../src/transfer/backups/schedule.ts';

type Fill = (folder: string) => Promise<unknown>;

/** Starts a schedule over a folder at nine o'clock. @returns the number of backups that it then makes. */
async function madeBy(everyHours: number, fill: Fill): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'backup-schedule-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await fill(folder);
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
  const atEight: Fill = (folder) => writeBackupFile(folder, new Date('2026-11-24T08:00:00.250Z'));
  expect(await madeBy(2, atEight)).toBe(0);
  expect(await madeBy(1, atEight)).toBe(1);
});

test('a file of the future, or one without a sound manifest, is no backup', async () => {
  expect(await madeBy(2, (folder) => writeBackupFile(folder, new Date('2026-11-24T09:00:59Z')))).toBe(0);
  expect(await madeBy(2, (folder) => writeBackupFile(folder, new Date('2026-11-24T09:02:00Z')))).toBe(1);
  expect(await madeBy(2, (folder) => writeFile(join(folder, 'plumbline-20261124T080000Z.tar.gz'), 'x'))).toBe(1);
  const cut: Fill = async (folder) => {
    const file = join(folder, await writeBackupFile(folder, new Date('2026-11-24T08:00:00Z')));
    await truncate(file, (await stat(file)).size - 1);
  };
  expect(await madeBy(2, cut)).toBe(1);
  const renamed: Fill = async (folder) =>
    rename(
      join(folder, await writeBackupFile(folder, new Date('2025-11-24T08:00:00Z'))),
      join(folder, 'plumbline-20261124T080000Z.tar.gz'),
    );
  expect(await madeBy(2, renamed)).toBe(1);
});

test('a backup of an earlier version counts as long as the file is whole; a file is read once', async () => {
  const madeAt = new Date('2026-11-24T08:00:00Z');
  /** Writes a backup that is found, then changes its bytes, but not its time. */
  const change = async (folder: string, edit: (bytes: Buffer) => Buffer): Promise<string> => {
    const file = join(folder, await writeBackupFile(folder, madeAt, { isEarlier: true, bytes: 100_000 }));
    await utimes(file, madeAt, madeAt);
    expect(await findBackups(folder, madeAt)).toMatchObject({ sound: [{ madeAt }], unsound: [] });
    await writeFile(file, edit(await readFile(file)));
    await utimes(file, madeAt, madeAt);
    return file;
  };
  const flipped = (bytes: Buffer): Buffer => {
    bytes[50_000] = (bytes[50_000] ?? 0) ^ 0xff;
    return bytes;
  };
  const cut = (bytes: Buffer): Buffer => bytes.subarray(0, -1);
  expect(await madeBy(2, (folder) => change(folder, (bytes) => bytes))).toBe(0);
  expect(await madeBy(2, (folder) => change(folder, cut))).toBe(1);
  expect(await madeBy(2, (folder) => change(folder, flipped))).toBe(0);
  const later = async (folder: string): Promise<void> => {
    await utimes(await change(folder, flipped), madeAt, new Date('2026-11-24T08:30:00Z'));
  };
  expect(await madeBy(2, later)).toBe(1);
});
