import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/**
 * Returns the folder of what is built from a state of the source, below `node_modules`, so that programs in it find
 * their packages. One process builds it, while the others wait.
 * @param state the hash of all that the result depends on.
 * @param build writes the result into a folder.
 */
export async function builtOnce(
  kind: string,
  state: string,
  build: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(cache, kind, state);
  await mkdir(dirname(folder), { recursive: true });
  while (!existsSync(folder)) {
    if (await isFirst(`${folder}.lock`)) await buildInto(folder, build);
    else await setTimeout(100);
  }
  return folder;
}

async function buildInto(folder: string, build: (folder: string) => Promise<void>): Promise<void> {
  try {
    if (existsSync(folder)) return;
    await removeOld(dirname(folder));
    const unfinished = await mkdtemp(`${folder}-`);
    await build(unfinished);
    await rename(unfinished, folder);
  } finally {
    await rm(`${folder}.lock`);
  }
}

/** Takes the lock. One whose process has ended counts for nothing. */
async function isFirst(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
    if (holder > 0 && !isRunning(holder)) await rm(lock, { force: true });
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** No run of the tests uses a build that is more than an hour old. */
async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const { mtimeMs } = await stat(join(folder, name));
    if (Date.now() - mtimeMs > 3_600_000) await rm(join(folder, name), { recursive: true, force: true });
  }
}

const cache = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url));
