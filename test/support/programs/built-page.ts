import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BuiltPage, readBuiltPage } from '../../../src/http/page/built-page.ts';
import { scratchRoot } from './scratch-root.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

let built: Promise<BuiltPage> | undefined;

/** Returns the page, built once from this source for the files of a worker. */
export const builtPage = (): Promise<BuiltPage> => (built ??= buildPage());

async function buildPage(): Promise<BuiltPage> {
  const outDir = await mkdtemp(join(scratchRoot(), 'plumbline-page-'));
  // In a process of its own: the test runner's NODE_ENV would choose the development build of React.
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, [vite, 'build', '--outDir', outDir, '--logLevel', 'error'], {
    cwd: root,
    env,
  });
  const page = readBuiltPage(outDir);
  if (!page) throw new Error('The build made no page.');
  return page;
}
