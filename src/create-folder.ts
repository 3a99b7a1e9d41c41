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
    await mkdir(folder, { mode: 0o700 });
    return folder;
  } catch (error) {
    if (await isFolder(folder)) return undefined;
    const above = dirname(folder);
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!isMissing || (await isFolder(above))) throw error;
    const highest = await createFolder(above);
    const created = await createFolder(folder);
    return highest ?? created;
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
