import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/**
 * The folder for the databases of the tests: in memory, where Linux has enough room for it. Copies of databases and their
 * writes would keep the disk busy, for which the Postgres server of the tests also waits. TMPDIR chooses another folder.
 */
export const scratchRoot = (): string => (process.env['TMPDIR'] === undefined && isRoomy(memory) ? memory : tmpdir());

const memory = '/dev/shm';

function isRoomy(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 4 * 2 ** 30;
  } catch {
    return false;
  }
}
