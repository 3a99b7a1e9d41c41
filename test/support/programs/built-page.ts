import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BuiltPage, readBuiltPage } from '../../../src/http/page/built-page.ts';
import { builtOnce } from './built-once.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

let built: Promise<BuiltPage> | undefined;

/** Returns the page, built once for each state of this source. */
export const builtPage = (): Promise<BuiltPage> => (built ??= readPage());

/** The folder of the build. */
export const builtPageFolder = async (): Promise<string> =>
  await builtOnce('plumbline-page', await sourceHash(), buildPage);

async function readPage(): Promise<BuiltPage> {
  const page = readBuiltPage(await builtPageFolder());
  if (!page) throw new Error('The build made no page.');
  return page;
}

async function buildPage(outDir: string): Promise<void> {
  // In a process of its own: the test runner's NODE_ENV would choose the development build of React.
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, [vite, 'build', '--outDir', outDir, '--logLevel', 'error'], {
    cwd: root,
    env,
  });
}

async function sourceHash(): Promise<string> {
  const entries = await readdir(join(root, 'src'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const hash = createHash('sha256');
  for (const path of [...files.sort(), ...besides.map((name) => join(root, name))]) {
    hash.update(path).update(await readFile(path));
  }
  return hash.digest('hex').slice(0, 16);
}

/** The other files that the result depends on. */
const besides = ['package-lock.json', 'vite.config.ts'];
