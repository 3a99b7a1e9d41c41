import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A whole backup in a folder. */
export interface Backup {
  readonly name: string;
  /** The time that it tells, by its name. */
  readonly madeAt: Date;
  readonly bytes: number;
  /** Whether it was restored into a scratch database and compared. */
  readonly isVerified: boolean;
}

/** `plumbline-20261124T053504Z.tar.gz`; a backup that was not verified has `-unverified` before the ending. */
export function backupName(madeAt: Date, isVerified: boolean): string {
  const stamp = madeAt.toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '');
  return `plumbline-${stamp}${isVerified ? '' : '-unverified'}.tar.gz`;
}

/** The file that a backup is while it is being made. Its name is none of a whole backup. */
export const unfinishedName = (madeAt: Date): string => `.${backupName(madeAt, true)}.unfinished`;

const whole = /^plumbline-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(-unverified)?\.tar\.gz$/;
const unfinished = /^\.plumbline-\d{8}T\d{6}Z\.tar\.gz\.unfinished$/;

/** The whole backups of a folder, newest first. None if there is no such folder. */
export async function listBackups(folder: string): Promise<Backup[]> {
  const names = (await namesIn(folder)).filter((name) => whole.test(name));
  const found = await Promise.all(names.map((name) => describe(folder, name)));
  return found.filter((backup) => backup !== null).sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function describe(folder: string, name: string): Promise<Backup | null> {
  const [, year, month, day, hour, minute, second, unverified] = whole.exec(name) ?? [];
  const madeAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  try {
    const { size } = await stat(join(folder, name));
    return { name, madeAt, bytes: size, isVerified: unverified === undefined };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/**
 * Deletes the oldest backups of a folder. Keeps the newest verified one in any case, and every other file.
 * @param keep the number of backups to keep.
 * @returns the names of the deleted files.
 */
export async function deleteOldBackups(folder: string, keep: number): Promise<string[]> {
  const backups = await listBackups(folder);
  const lastGood = backups.find(({ isVerified }) => isVerified);
  const old = backups.slice(keep).filter((backup) => backup !== lastGood);
  for (const { name } of old) await rm(join(folder, name), { force: true });
  return old.map(({ name }) => name);
}

/** A backup that is being made changes its file all the time. */
const abandonedMs = 24 * 3_600_000;

/** Deletes what killed backups have left in a folder. Another machine may be making one there now. */
export async function deleteUnfinished(folder: string, now: Date): Promise<void> {
  for (const name of (await namesIn(folder)).filter((found) => unfinished.test(found))) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Infinity }));
    if (now.getTime() - mtimeMs > abandonedMs) await rm(join(folder, name), { force: true });
  }
}
