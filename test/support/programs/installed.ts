import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface Installed extends AsyncDisposable {
  /** The folder of another program. Files in it can import `plumbline-crm/client` and `plumbline-crm/webhooks`. */
  readonly folder: string;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** The compiler of the development packages. */
export const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

/** Makes a folder whose `node_modules` has the built exports of `plumbline-crm`. */
export async function installPackage(): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-installed-'));
  const { name } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { name: string };
  const dist = join(folder, 'node_modules', name, 'dist');
  await mkdir(dist, { recursive: true });
  const run = promisify(execFile);
  const project = join(root, 'tsconfig.exports.json');
  await run(process.execPath, [compiler, '-p', project, '--emitDeclarationOnly', 'false', '--outDir', dist]);
  await run(process.execPath, [join(root, 'scripts', 'declared-imports.js'), dist]);
  await copyFile(join(root, 'package.json'), join(dist, '..', 'package.json'));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

/**
 * Checks and compiles strict TypeScript modules. The texts are by name; `program.mjs` comes from `program`.
 * @param options are those of the compiler beside the strict ones.
 * @param program the compiler. @throws {Error} with the faults of the types.
 */
export async function compilePrograms(
  folder: string,
  texts: Readonly<Record<string, string>>,
  options: object = {},
  program = compiler,
): Promise<void> {
  const strict = { strict: true, target: 'es2022', module: 'nodenext', lib: ['es2022'], types: [], ...options };
  const files = Object.keys(texts).map((name) => `${name}.mts`);
  for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, `${name}.mts`), text);
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: strict, files }));
  await promisify(execFile)(process.execPath, [program], { cwd: folder }).catch((failed: unknown) => {
    throw new Error((failed as { stdout: string }).stdout, { cause: failed });
  });
}

/** The options of a program that uses the types of Node. */
export const withNode = { types: ['node'], typeRoots: [join(root, 'node_modules', '@types')] };
