import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeBlankDatabase } from './blank-database.ts';
import { compile } from './compiled-source.ts';

/**
 * Returns the path of the main file of the built program, for tests that start it as users do. The program is built
 * once for each state of the source, below `node_modules`, so that it finds its packages.
 */
export const builtProgram = (): Promise<string> => (built ??= buildOnce());

/** The source does not change during a run. */
let built: Promise<string> | undefined;

async function buildOnce(): Promise<string> {
  const folder = join(cache, await sourceHash());
  if (!existsSync(folder)) await build(folder);
  return join(folder, 'dist', 'cli', 'main.js');
}

/** If two processes build at once, the first result stays. */
async function build(folder: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  await removeOld();
  const unfinished = await mkdtemp(join(cache, 'building-'));
  // Another check covers the types; the compiler of the build would take seconds to check and resolve them.
  await compile('src', { into: join(unfinished, 'dist') });
  for (const name of besides) await symlink(join(root, name), join(unfinished, name));
  await makeBlankDatabase(join(unfinished, 'dist'));
  await rename(unfinished, folder).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true });
    if (!existsSync(folder)) throw error;
  });
}

/** No run of the tests uses a build that is more than an hour old. */
async function removeOld(): Promise<void> {
  for (const name of await readdir(cache)) {
    const { mtimeMs } = await stat(join(cache, name));
    if (Date.now() - mtimeMs > 3_600_000) await rm(join(cache, name), { recursive: true, force: true });
  }
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
const besides = ['package.json', 'migrations', 'pages', 'docs'];

const root = fileURLToPath(new URL('../../..', import.meta.url));
const source = join(root, 'src');
const cache = join(root, 'node_modules', '.cache', 'plumbline-built');
