import { StatementError } from '../database/engine-errors.ts';
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
    throw new Refusal(
      'unavailable',
      `There is not enough room on the disk: make room in ${places}. Nothing was kept.`,
      {
        cause,
      },
    );
  }
}

/** No space, a quota, a limit of the size of files, or Postgres's own report of these. */
const codes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100']);

/** Whether an operation failed because the disk is full. */
export function isFullDisk(error: unknown): boolean {
  if (error instanceof StatementError) return codes.has(error.code);
  if (!(error instanceof Error)) return false;
  if ('code' in error && codes.has(String(error.code))) return true;
  return /No space left on device|File too large/.test(error.message) || isFullDisk(error.cause);
}
