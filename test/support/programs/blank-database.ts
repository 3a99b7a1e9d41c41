import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/**
 * Makes the database that a first start unpacks, beside a compiled program, as the build does. That takes long, so it is
 * done once for one state of its sources.
 * @param program the folder of the compiled `src`.
 */
export async function makeBlankDatabase(program: string): Promise<void> {
  const made = join(program, 'blank-database.tar.gz');
  const kept = join(root, 'node_modules', '.cache', 'plumbline', `blank-${await ingredientsHash()}.tar.gz`);
  if (existsSync(kept)) return copyFile(kept, made);
  await promisify(execFile)(process.execPath, [join(root, blankDatabaseScript), program]);
  await mkdir(dirname(kept), { recursive: true });
  await copyFile(made, `${kept}.${process.pid}`);
  await rename(`${kept}.${process.pid}`, kept);
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
