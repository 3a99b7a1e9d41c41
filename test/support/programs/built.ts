import { createHash } from 'node:crypto';
import { readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtOnce } from './built-once.ts';
import { makeBlankDatabase } from './blank-database.ts';
import { compile } from './compiled-source.ts';

/**
 * Returns the path of the main file of the built program, for tests that start it as users do. The program is built
 * once for each state of the source.
 */
export const builtProgram = (): Promise<string> => (built ??= buildOnce());

/** The source does not change during a run. */
let built: Promise<string> | undefined;

async function buildOnce(): Promise<string> {
  return join(await builtOnce('plumbline-built', await sourceHash(), build), 'dist', 'cli', 'main.js');
}

async function build(folder: string): Promise<void> {
  // Another check covers the types; the compiler of the build would take seconds to check and resolve them.
  await compile('src', { into: join(folder, 'dist') });
  for (const name of besides) await symlink(join(root, name), join(folder, name));
  await makeBlankDatabase(join(folder, 'dist'));
}

async function sourceHash(): Promise<string> {
  const names = (await readdir(source, { recursive: true }))
    .filter((name) => name.endsWith('.ts') && !name.startsWith('web/'))
    .sort();
  const hash = createHash('sha256').update(besides.join());
  for (const name of names) hash.update(name).update(await readFile(join(source, name)));
  return hash.digest('hex').slice(0, 16);
}

/** The other files that the program reads from its own folder. */
const besides = ['package.json', 'migrations', 'pages', 'docs', 'sample'];

const root = fileURLToPath(new URL('../../..', import.meta.url));
const source = join(root, 'src');
