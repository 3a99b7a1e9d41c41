import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface Installed extends AsyncDisposable {
  /** The folder of another program. Files in it can import `plumbline-crm/webhooks`. */
  readonly folder: string;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** The compiler of the development packages. */
export const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

/** Makes a folder whose `node_modules` has the built exports of `plumbline-crm/webhooks`. */
export async function installPackage(): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-installed-'));
  const { name } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { name: string };
  const dist = join(folder, 'node_modules', name, 'dist');
  await mkdir(dist, { recursive: true });
  const run = promisify(execFile);
  const project = join(root, 'tsconfig.webhooks.json');
  await run(process.execPath, [compiler, '-p', project, '--emitDeclarationOnly', 'false', '--outDir', dist]);
  await run(process.execPath, [join(root, 'scripts', 'declared-imports.js'), dist]);
  await copyFile(join(root, 'package.json'), join(dist, '..', 'package.json'));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}
