import { access, chmod, mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { EngineMistake } from '../engine-errors.ts';
import { createFolder } from '../../create-folder.ts';

/**
 * Makes sure that `<dataDir>/postgres` is a complete database and returns its path. The caller holds
 * the folder's lock. A database gets that name only after all of it is on disk.
 */
export async function prepareDatabase(dataDir: string): Promise<string> {
  const database = join(dataDir, 'postgres');
  await setAsideUnfinished(dataDir);
  await takeArrived(dataDir, database);
  if (await exists(database)) await refuseForeign(database);
  else await initialise(dataDir, database);
  return database;
}

/** The name of a restored database that has not taken its place yet. All of it is on disk. */
export const arrivedDatabase = 'postgres.restored';

/** Completes a restore that was killed after it had moved the old database away. */
async function takeArrived(dataDir: string, database: string): Promise<void> {
  const arrived = join(dataDir, arrivedDatabase);
  if ((await exists(database)) || !(await exists(arrived))) return;
  await rename(arrived, database);
  await syncPath(dataDir);
}

async function initialise(dataDir: string, database: string): Promise<void> {
  const unfinished = join(dataDir, `${unfinishedPrefix}${process.pid}`);
  if (await exists(blankDatabase)) await unpack(unfinished);
  else await initialiseAnew(unfinished);
  // The embedded Postgres creates files that every user may change.
  await chmod(unfinished, 0o700);
  // Postgres would sync thousands of times; one sync at the end is enough, because nothing is acknowledged before it.
  await syncTree(unfinished);
  await rename(unfinished, database);
  await syncPath(dataDir);
}

/** A migrated, empty database that the build puts beside the program. It is missing when the sources are not built. */
const blankDatabase = fileURLToPath(new URL('../../blank-database.tar.gz', import.meta.url));

async function unpack(folder: string): Promise<void> {
  // Only the first start needs this module.
  const { extract } = await import('tar');
  await mkdir(folder);
  await extract({ file: blankDatabase, cwd: folder, strict: true });
}

async function initialiseAnew(folder: string): Promise<void> {
  const pglite = await PGlite.create({ fs: new NodeFS(folder) });
  await pglite.exec('checkpoint');
  await pglite.close();
}

/** Renames databases left by starts that were killed before the database was complete. They contain no records. */
async function setAsideUnfinished(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(unfinishedPrefix));
  const aside = stamped('aside');
  for (const [index, name] of names.entries()) {
    await rename(join(dataDir, name), join(dataDir, `${aside}${index === 0 ? '' : `-${index}`}`));
  }
}

/** A name for something that is moved away now: `aside-2026-11-24T05-35-04-120Z`. */
export const stamped = (name: string): string => `${name}-${new Date().toISOString().replace(/[:.]/g, '-')}`;

async function refuseForeign(database: string): Promise<void> {
  const version = await readFile(join(database, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined || !(await exists(join(database, 'global', 'pg_control')))) {
    throw new EngineMistake([`The folder ${database} is not a complete database: restore a backup, or move it away.`]);
  }
  if (version.trim() !== postgresVersion) {
    const found = `The database in ${database} is of Postgres ${version.trim()}`;
    throw new EngineMistake([
      `${found}, this program has ${postgresVersion}: export it with the program that wrote it.`,
    ]);
  }
}

/** Syncs a folder and everything in it to the disk. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  for (let start = 0; start < paths.length; start += syncsAtOnce) {
    await Promise.all(paths.slice(start, start + syncsAtOnce).map(syncPath));
  }
  await syncPath(folder);
}

/** Syncs a file, or the names in a folder, to the disk. */
export async function syncPath(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}

/** Creates the data folder, for the owner only, and syncs the parent of every folder that it creates. */
export async function createDataFolder(dataDir: string, sync = syncPath): Promise<void> {
  const highest = await createFolder(dataDir);
  if (highest === undefined) return;
  const top = dirname(resolve(highest));
  for (let folder = resolve(dataDir); folder !== top; folder = dirname(folder)) await sync(dirname(folder));
}

/** Whether there is a file or a folder. */
export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const unfinishedPrefix = 'postgres.new-';
const postgresVersion = '18';
const syncsAtOnce = 16;
