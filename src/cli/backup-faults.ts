import type { DatabaseFault } from '../store/check/finding.ts';
import { findBackups } from '../transfer/backups/backup-folder.ts';

/** The files in the folder of the backups that are named like backups and count as none, as faults of a check. */
export async function backupFaults(folder: string, now: Date): Promise<DatabaseFault[]> {
  const place = { account: null, table: 'backups' };
  const found = await findBackups(folder, now).catch(() => null);
  if (found === null) return [{ ...place, id: null, problem: `This user cannot read the folder ${folder}.` }];
  return found.unsound.map(({ file, reason }) => ({ ...place, id: file, problem: problems[reason] }));
}

const problems = {
  future: 'It counts as none: it tells a time that is still to come.',
  damaged: 'It counts as none: it is cut off, or has no sound manifest.',
  unreadable: 'It counts as none: this user cannot read it.',
} as const;
