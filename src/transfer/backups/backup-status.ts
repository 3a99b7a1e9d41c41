import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backupFolderOf, type Config } from '../../config.ts';
import { findBackups, type UnsoundFile } from './backup-folder.ts';

/** How the backups are: `current`, `late`, `failing` (the service cannot make one), or `none` at all. */
export type BackupState = 'current' | 'late' | 'failing' | 'none';

/** The state of the backups, read from their folder. The names are those of the API. */
export interface BackupStatus {
  readonly state: BackupState;
  /** The newest whole backup. */
  readonly last: { readonly made_at: string; readonly size: number; readonly verified: boolean } | null;
  /** The number of whole backups in the folder. */
  readonly count: number;
  /** The files that are named like backups and count as none, newest first; at most ten. */
  readonly unsound: readonly UnsoundFile[];
  /** After how many hours the service makes the next one; null if it makes none. */
  readonly every_hours: number | null;
  /** How often the service has failed to make one since the last that it has made. */
  readonly failures: number;
  readonly failed_at: string | null;
}

/** The settings that say where the backups are, and how often the service makes one. */
export type BackupSettings = Pick<Config, 'backupFolder' | 'dataDirectory' | 'backupEveryHours'>;

const hourMs = 3_600_000;
/** Without a schedule of the service, a backup should not be older. */
const weekHours = 7 * 24;
const mostNamed = 10;

/** Reads the state of the backups from their folder. */
export async function readBackupStatus(settings: BackupSettings, now: Date): Promise<BackupStatus> {
  const folder = backupFolderOf(settings);
  const { backupEveryHours: everyHours } = settings;
  const backups = await findBackups(folder, now).catch(() => null);
  const failure = await readFailure(folder);
  const { sound, unsound } = backups ?? { sound: [], unsound: [] };
  const [newest] = sound;
  const oldestMs = (everyHours === null ? weekHours : 2 * everyHours) * hourMs;
  const isLate = newest !== undefined && now.getTime() - newest.madeAt.getTime() > oldestMs;
  return {
    state: stateOf({ isFailing: backups === null || failure.count > 0, isMade: newest !== undefined, isLate }),
    last: newest ? { made_at: newest.madeAt.toISOString(), size: newest.bytes, verified: newest.isVerified } : null,
    count: sound.length,
    unsound: unsound.slice(0, mostNamed),
    every_hours: everyHours,
    failures: failure.count,
    failed_at: failure.at,
  };
}

interface Found {
  readonly isFailing: boolean;
  readonly isMade: boolean;
  readonly isLate: boolean;
}

function stateOf({ isFailing, isMade, isLate }: Found): BackupState {
  if (isFailing) return 'failing';
  if (!isMade) return 'none';
  return isLate ? 'late' : 'current';
}

/** The failures of the schedule since its last success. */
interface Failure {
  readonly count: number;
  readonly at: string | null;
}

const failureFile = 'plumbline-failed.json';

async function readFailure(folder: string): Promise<Failure> {
  try {
    return JSON.parse(await readFile(join(folder, failureFile), 'utf8')) as Failure;
  } catch {
    return { count: 0, at: null };
  }
}

/** Notes in the folder that the schedule has failed once more. */
export async function noteFailure(folder: string, now: Date): Promise<void> {
  const failure: Failure = { count: (await readFailure(folder)).count + 1, at: now.toISOString() };
  await writeFile(join(folder, failureFile), `${JSON.stringify(failure)}\n`, { mode: 0o600 });
}

/** Forgets the failures, after a success. */
export const forgetFailures = (folder: string): Promise<void> => rm(join(folder, failureFile), { force: true });

/** The metrics of the backups. */
export interface BackupMetrics {
  /** Registers the function that reads the state of the backups when the metrics are read. */
  onAsked(read: () => Promise<BackupStatus>): void;
}
