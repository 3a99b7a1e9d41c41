import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openEmbedded } from '../../../src/database/embedded/embedded.ts';
import { migrate, migrationsFolder } from '../../../src/database/migrations/migrate.ts';

/**
 * Makes the database that a first start unpacks, beside a compiled program, as the build does. That takes long, so it is
 * done once for one state of its sources.
 * @param program the folder of the compiled `src`.
 */
export async function makeBlankDatabase(program: string): Promise<void> {
  const made = join(program, 'blank-database.tar.gz');
  const kept = join(cache, `blank-${await ingredientsHash()}.tar.gz`);
  if (existsSync(kept)) return copyFile(kept, made);
  await promisify(execFile)(process.execPath, [join(root, blankDatabaseScript), program]);
  await mkdir(dirname(kept), { recursive: true });
  await copyFile(made, `${kept}.${process.pid}`);
  await rename(`${kept}.${process.pid}`, kept);
}

/**
 * Returns the folder of a migrated, empty database of the embedded engine, to copy. It is made once for one state of its
 * sources.
 */
export async function blankDatabase(): Promise<string> {
  const kept = join(cache, `blank-${await ingredientsHash()}`);
  if (existsSync(kept)) return kept;
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'preparing-'));
  const engine = await openEmbedded({ dataDir: folder, synchronous: false });
  await migrate(engine, { folder: migrationsFolder });
  await engine.close();
  // If two processes make it at once, the first result stays.
  await rename(join(folder, 'postgres'), kept).catch((error: unknown) => {
    if (!existsSync(kept)) throw error;
  });
  await rm(folder, { recursive: true });
  return kept;
}

async function ingredientsHash(): Promise<string> {
  const migrations = (await readdir(join(root, 'migrations'))).sort().map((name) => join('migrations', name));
  const sources = ingredients.map((name) => `src/${name}.ts`);
  const hash = createHash('sha256');
  for (const name of [blankDatabaseScript, 'package.json', ...migrations, ...sources]) {
    hash.update(name).update(await readFile(join(root, name)));
  }
  return hash.digest('hex').slice(0, 16);
}

const ingredients = [
  'database/embedded/data-folder',
  'database/embedded/embedded',
  'database/embedded/embedded-thread-entry',
  'database/embedded/embedded-session',
  'database/migrations/migrate',
];
const blankDatabaseScript = 'scripts/blank-database.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const cache = join(root, 'node_modules', '.cache', 'plumbline');
