import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupManifest } from './manifest.ts';
import { readManifest } from './read-backup.ts';

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

/** Whether a file has the name of a whole backup. */
export const isBackupName = (file: string): boolean => whole.test(file);

/** Whether a file has the name of a backup that is being made, or was when its process died. */
export const isUnfinishedName = (file: string): boolean => unfinished.test(file);

/** A file that is named like a backup and counts as none. The names are those of the API. */
export interface UnsoundFile {
  readonly file: string;
  /**
   * `future`: it tells a later time than now. `damaged`: it is cut off, or has no manifest of the time that it tells.
   * `unreadable`: this user cannot read it.
   */
  readonly reason: 'future' | 'damaged' | 'unreadable';
}

/** The files of a folder that are named like backups, newest first. */
export interface FoundBackups {
  readonly sound: readonly Backup[];
  readonly unsound: readonly UnsoundFile[];
}

/** Finds the backups in a folder. There are none if there is no such folder. */
export async function findBackups(folder: string, now: Date): Promise<FoundBackups> {
  const sound: Backup[] = [];
  const unsound: UnsoundFile[] = [];
  for (const file of (await namesIn(folder))
    .filter((name) => whole.test(name))
    .sort()
    .reverse()) {
    const found = await examine(folder, file, now);
    if (found !== null && 'reason' in found) unsound.push(found);
    else if (found !== null) sound.push(found);
  }
  return { sound, unsound };
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** The clocks of two machines may differ by this much. */
const skewMs = 60_000;

/** @returns null if the file is gone. */
async function examine(folder: string, file: string, now: Date): Promise<Backup | UnsoundFile | null> {
  const [, year, month, day, hour, minute, second, unverified] = whole.exec(file) ?? [];
  const madeAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  const path = join(folder, file);
  try {
    const seen = await stat(path);
    const manifest = await readManifest(path, seen);
    if (!isOf(manifest, madeAt)) return { file, reason: 'damaged' };
    if (madeAt.getTime() > now.getTime() + skewMs) return { file, reason: 'future' };
    return { name: file, madeAt, bytes: seen.size, isVerified: unverified === undefined };
  } catch (error) {
    return isMissing(error) ? null : { file, reason: 'unreadable' };
  }
}

/** Names have whole seconds. */
const isOf = (manifest: BackupManifest | null, madeAt: Date): boolean =>
  manifest !== null && Math.floor(Date.parse(manifest.made_at) / 1000) * 1000 === madeAt.getTime();

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/**
 * Deletes the oldest backups of a folder. Keeps the newest verified one in any case, and every other file.
 * @param keep the number of backups to keep. A file that counts as none is neither kept for one nor deleted.
 * @returns the names of the deleted files.
 */
export async function deleteOldBackups(folder: string, keep: number, now: Date): Promise<string[]> {
  const { sound } = await findBackups(folder, now);
  const lastGood = sound.find(({ isVerified }) => isVerified);
  const old = sound.slice(keep).filter((backup) => backup !== lastGood);
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
