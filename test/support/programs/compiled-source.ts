import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';

export interface CompiledSource {
  /** Returns the path of a script of this folder. */
  script(name: string): string;
  /** Makes the database that a first start unpacks, as the build does. */
  makeBlankDatabase(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Compiles the source, and the scripts that tests start as processes, to JavaScript, because Node 20 reads no
 * TypeScript. The output is below `node_modules`, so that it finds its packages.
 */
export async function compileSource(): Promise<CompiledSource> {
  const output = join(root, 'node_modules', '.cache', `compiled-${process.pid}-${Date.now()}`);
  await compile('src', /\.ts$/, output);
  await compile('test/support/programs', /^(kill-.+|shown-disk-thread)\.ts$/, output);
  for (const name of ['migrations', 'package.json']) await symlink(join(root, name), join(output, name));
  return {
    script: (name) => join(output, 'test', 'support', 'programs', `${name}.js`),
    makeBlankDatabase: () => makeBlankDatabase(join(output, 'src')),
    remove: () => rm(output, { recursive: true, force: true }),
  };
}

/** Returns a TypeScript file as JavaScript, with imports of compiled files. */
export const compiledText = (source: string): string => ts.transpileModule(source, { compilerOptions }).outputText;

async function compile(folder: string, names: RegExp, output: string): Promise<void> {
  const entries = await readdir(join(root, folder), { recursive: true });
  for (const entry of entries.filter((name) => names.test(name.replaceAll('\\', '/')))) {
    const source = await readFile(join(root, folder, entry), 'utf8');
    const target = join(output, folder, entry.replace(/\.ts$/, '.js'));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, compiledText(source));
  }
}

/** Makes the blank database once for each state of its sources, because that takes long. */
async function makeBlankDatabase(program: string): Promise<void> {
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
  'database/embedded/embedded-parameters',
  'database/embedded/embedded-session',
  'database/migrations/migrate',
];
const blankDatabaseScript = 'scripts/blank-database.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
};
