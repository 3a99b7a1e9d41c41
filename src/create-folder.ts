import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder and those above it, for the owner only. Node's own recursive `mkdir` never ends in a file system that
 * refuses new folders with ENOENT, such as /proc.
 * @returns the highest folder that was created; undefined if the folder exists.
 */
export async function createFolder(path: string): Promise<string | undefined> {
  const folder = resolve(path);
  try {
    return await createOne(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const highest = await createFolder(dirname(folder));
    const created = await createOne(folder);
    return highest ?? created;
  }
}

/** Creates a folder in one that exists. Others may do so at the same time. @returns undefined if the folder exists. */
async function createOne(folder: string): Promise<string | undefined> {
  try {
    await mkdir(folder, { mode: 0o700 });
    return folder;
  } catch (error) {
    if (await isFolder(folder)) return undefined;
    throw error;
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
