import { access, chmod, mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { extract } from 'tar';
import { EngineMistake } from './engine-mistake.ts';

/**
 * Makes sure that `<dataDir>/postgres` is a complete database and returns its path. The caller holds
 * the folder's lock. A database appears under that name only when all of it is on disk.
 */
export async function prepareDatabase(dataDir: string): Promise<string> {
  const database = join(dataDir, 'postgres');
  await setAsideUnfinished(dataDir);
  if (await exists(database)) await refuseForeign(database);
  else await initialise(dataDir, database);
  return database;
}

async function initialise(dataDir: string, database: string): Promise<void> {
  const unfinished = join(dataDir, `${unfinishedPrefix}${process.pid}`);
  if (await exists(blankDatabase)) await unpack(unfinished);
  else await initialiseAnew(unfinished);
  // The Postgres inside writes files that everybody may change.
  await chmod(unfinished, 0o700);
  // Postgres would wait for the disk thousands of times; nothing is promised before this is done once.
  await syncTree(unfinished);
  await rename(unfinished, database);
  await syncPath(dataDir);
}

/** Migrated and empty, made by the build beside the program; sources that are not built have none. */
const blankDatabase = fileURLToPath(new URL('../blank-database.tar.gz', import.meta.url));

async function unpack(folder: string): Promise<void> {
  await mkdir(folder);
  await extract({ file: blankDatabase, cwd: folder, strict: true });
}

async function initialiseAnew(folder: string): Promise<void> {
  const pglite = await PGlite.create({ fs: new NodeFS(folder) });
  await pglite.exec('checkpoint');
  await pglite.close();
}

/** What a start left that was killed before its database was complete: nothing was ever stored in it. */
async function setAsideUnfinished(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(unfinishedPrefix));
  const stamp = new Date().toISOString().replace(/[:.]/g, '-');
  for (const [index, name] of names.entries()) {
    await rename(join(dataDir, name), join(dataDir, `aside-${stamp}${index === 0 ? '' : `-${index}`}`));
  }
}

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

async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  for (let start = 0; start < paths.length; start += syncsAtOnce) {
    await Promise.all(paths.slice(start, start + syncsAtOnce).map(syncPath));
  }
  await syncPath(folder);
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates the data folder, for the owner only, and has every folder on disk that a new one is named in. */
export async function createDataFolder(dataDir: string, sync = syncPath): Promise<void> {
  const highest = await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (highest === undefined) return;
  const top = dirname(resolve(highest));
  for (let folder = resolve(dataDir); folder !== top; folder = dirname(folder)) await sync(dirname(folder));
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const unfinishedPrefix = 'postgres.new-';
const postgresVersion = '18';
const syncsAtOnce = 16;
