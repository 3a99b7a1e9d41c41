import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectTarget } from '../../files/copy-object.ts';
import { openFileFolder } from '../../files/open-files.ts';
import { blobFolderOf } from './backup-blobs.ts';
import { isBackupName, isUnfinishedName } from './backup-folder.ts';
import { readBlobList } from './read-backup.ts';

/** The blobs that were deleted from a folder of backups. */
export interface PrunedBlobs {
  readonly deleted: number;
  readonly bytes: number;
  /** The file because of which nothing could be deleted: nobody knows which blobs its backup needs; null if there is none. */
  readonly keptFor: string | null;
}

/**
 * Deletes the blobs of a folder that none of its backups lists. A backup may have been renamed, so every archive counts. It
 * deletes nothing while another process makes a backup there, or if the list of a backup cannot be read.
 */
export async function pruneBlobs(folder: string): Promise<PrunedBlobs> {
  const names = await readdir(folder);
  const busy = names.find(isUnfinishedName);
  if (busy !== undefined) return { deleted: 0, bytes: 0, keptFor: busy };
  const listed = new Set<string>();
  for (const file of names.filter((name) => name.endsWith('.tar.gz'))) {
    if (!(await addListed(join(folder, file), listed)) && isBackupName(file)) {
      return { deleted: 0, bytes: 0, keptFor: file };
    }
  }
  return { ...(await deleteOthers(openFileFolder(blobFolderOf(folder)), listed)), keptFor: null };
}

/** @returns false if the file is no backup, or its list cannot be read. */
async function addListed(path: string, listed: Set<string>): Promise<boolean> {
  try {
    for await (const blobs of readBlobList(path)) for (const { name } of blobs) listed.add(name);
    return true;
  } catch {
    return false;
  }
}

async function deleteOthers({ store }: ObjectTarget, listed: ReadonlySet<string>) {
  let [deleted, bytes] = [0, 0];
  for await (const { name, size } of store.list()) {
    if (listed.has(name)) continue;
    await store.remove(name);
    deleted += 1;
    bytes += size;
  }
  return { deleted, bytes };
}
