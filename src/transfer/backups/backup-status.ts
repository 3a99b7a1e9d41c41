import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listBackups } from './backup-folder.ts';

/** How the backups are: `current`, `late`, `failing` (the service cannot make one), or `none` at all. */
export type BackupState = 'current' | 'late' | 'failing' | 'none';

/** The state of the backups, read from their folder. The names are those of the API. */
export interface BackupStatus {
  readonly state: BackupState;
  /** The newest whole backup. */
  readonly last: { readonly made_at: string; readonly size: number; readonly verified: boolean } | null;
  /** The number of whole backups in the folder. */
  readonly count: number;
  /** After how many hours the service makes the next one; null if it makes none. */
  readonly every_hours: number | null;
  /** How often the service has failed to make one since the last that it has made. */
  readonly failures: number;
  readonly failed_at: string | null;
}

/** The folder of the backups, and their schedule. */
export interface BackupPlan {
  readonly folder: string;
  readonly everyHours: number | null;
}

const hourMs = 3_600_000;
/** Without a schedule of the service, a backup should not be older. */
const weekHours = 7 * 24;

/** Reads the state of the backups from their folder. */
export async function readBackupStatus({ folder, everyHours }: BackupPlan, now: Date): Promise<BackupStatus> {
  const backups = await listBackups(folder).catch(() => null);
  const failure = await readFailure(folder);
  const [newest] = backups ?? [];
  const oldestMs = (everyHours === null ? weekHours : 2 * everyHours) * hourMs;
  const isLate = newest !== undefined && now.getTime() - newest.madeAt.getTime() > oldestMs;
  return {
    state: stateOf({ isFailing: backups === null || failure.count > 0, isMade: newest !== undefined, isLate }),
    last: newest ? { made_at: newest.madeAt.toISOString(), size: newest.bytes, verified: newest.isVerified } : null,
    count: backups?.length ?? 0,
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
