import { Refusal } from '../refusal.ts';

/** The codes of errors on a full disk: no space, a quota, a limit of the size of files. */
export const fullDiskCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

const closed = new Set(['EACCES', 'EPERM', 'EROFS']);

/** The refusal for a failure of the disk that the operator can mend; any other error as it is. */
export function diskRefusal(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (fullDiskCodes.has(code)) return noRoom(error);
  if (!closed.has(code)) return error;
  return new Refusal('unavailable', `The service may not write its files: the operator must check ${folder}.`, {
    cause: error,
  });
}

/** The refusal of a file for which the disk has no room. */
export const noRoom = (cause?: unknown): Refusal =>
  new Refusal('unavailable', 'The disk of the service has no room for the file. The service stores nothing of it.', {
    cause,
  });
