import { mkdir, readdir, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal, unchanged } from '../../refusal.ts';
import { arrivedDatabase, createDataFolder, exists, stamped, syncPath, syncTree } from './data-folder.ts';
import { holderFile, lockFolder } from './folder-lock.ts';

/**
 * Builds a database beside the one of a data folder, and then puts it in its place. The old one keeps its place until
 * the new one is whole and on the disk, and is then moved to another folder, not deleted.
 * @param build makes the database in a data folder of its own.
 * @throws {Refusal} `conflict` if there is a database and it must not be replaced, or if the folder is of something else.
 * @throws {DataFolderInUse} if a process uses the folder.
 */
export async function installDatabase(
  dataDir: string,
  { replaces }: { readonly replaces: boolean },
  build: (folder: string) => Promise<void>,
): Promise<{ readonly setAside: string | null }> {
  await refuseOther(dataDir);
  await createDataFolder(dataDir);
  const folder = await realpath(dataDir);
  const lock = await lockFolder(folder);
  const workshop = join(folder, 'restoring');
  try {
    const hasOne = await exists(join(folder, 'postgres'));
    if (hasOne && !replaces) throw occupied(dataDir);
    for (const left of [workshop, join(folder, arrivedDatabase)]) await rm(left, { recursive: true, force: true });
    await mkdir(workshop, { mode: 0o700 });
    await build(workshop);
    return { setAside: await putInPlace(folder, join(workshop, 'postgres'), hasOne) };
  } finally {
    await rm(workshop, { recursive: true, force: true });
    lock.release();
  }
}

/** A folder of something else stays as it is, although it may have a folder `postgres` too. */
async function refuseOther(dataDir: string): Promise<void> {
  const names = (await exists(dataDir)) ? await readdir(dataDir) : [];
  const [other] = names.filter((name) => !ownNames.test(name)).sort();
  if (other === undefined || names.includes(holderFile)) return;
  const advice = `Set DATA_DIR to an empty folder or to a data folder. ${unchanged}`;
  throw new Refusal('conflict', `${dataDir} is not a data folder: it has ${JSON.stringify(other)}. ${advice}`);
}

/** The names of files that the program makes in a data folder, or a file system at its top. */
const ownNames =
  /^(postgres(?:$|\.)|aside-|replaced-|restoring$|spool$|files$|lock-|backups$|backup-work$|lost\+found$)/;

/** If the process is killed between the two last steps, the next start of the service does the last one. */
async function putInPlace(folder: string, built: string, hasOne: boolean): Promise<string | null> {
  const place = join(folder, 'postgres');
  const setAside = hasOne ? join(folder, stamped('replaced')) : null;
  await syncTree(built);
  await rename(built, join(folder, arrivedDatabase));
  await syncPath(folder);
  if (setAside !== null) await rename(place, setAside);
  await rename(join(folder, arrivedDatabase), place);
  await syncPath(folder);
  return setAside;
}

const occupied = (dataDir: string): Refusal =>
  new Refusal(
    'conflict',
    `${dataDir} has a database. Restore into another folder (DATA_DIR), or replace the database with --replace. ` +
      unchanged,
  );
