import { StatementError } from '../database/engine-errors.ts';
import { fullDiskCodes } from '../files/disk-refusal.ts';
import { Refusal } from '../refusal.ts';

/** Runs work that needs room on the disks of some folders, and explains a failure because there is none. */
export async function explainingFullDisk<Result>(
  folders: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (!isFullDisk(cause)) throw cause;
    const places = [...new Set(folders)].join(' and ');
    const detail = `There is not enough room on the disk: make room in ${places}. Nothing was kept.`;
    throw new Refusal('unavailable', detail, { cause });
  }
}

/** The codes of the system, and Postgres's own. */
const codes = new Set([...fullDiskCodes, '53100']);

/** Whether an operation failed because the disk is full. */
export function isFullDisk(error: unknown): boolean {
  if (error instanceof StatementError) return codes.has(error.code);
  if (!(error instanceof Error)) return false;
  if ('code' in error && codes.has(String(error.code))) return true;
  return /No space left on device|File too large/.test(error.message) || isFullDisk(error.cause);
}
