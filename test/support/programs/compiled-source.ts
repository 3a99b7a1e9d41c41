import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CompilerOptions } from 'typescript';
import { makeBlankDatabase } from './blank-database.ts';

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
  const output = join(cache, `compiled-${process.pid}-${Date.now()}`);
  await compile('src', { into: join(output, 'src') });
  const programs = 'test/support/programs';
  await compile(programs, { into: join(output, programs), names: /^(kill-.+|shown-disk-thread)\.ts$/ });
  for (const name of ['migrations', 'sample', 'package.json']) await symlink(join(root, name), join(output, name));
  return {
    script: (name) => join(output, 'test', 'support', 'programs', `${name}.js`),
    makeBlankDatabase: () => makeBlankDatabase(join(output, 'src')),
    remove: () => rm(output, { recursive: true, force: true }),
  };
}

/**
 * Returns a file of TypeScript as JavaScript, which imports compiled files. Each text is compiled once and then kept,
 * because the compiler alone takes a second to load.
 */
export async function compiledText(source: string): Promise<string> {
  const hash = createHash('sha256')
    .update(JSON.stringify([compilerVersion, compilerOptions, source]))
    .digest('hex');
  const kept = join(cache, 'plumbline-compiled', `${hash.slice(0, 24)}.js`);
  if (existsSync(kept)) return readFile(kept, 'utf8');
  const { default: ts } = await import('typescript');
  const text = ts.transpileModule(source, { compilerOptions: { ...compilerOptions, ...kindsOf(ts) } }).outputText;
  await mkdir(dirname(kept), { recursive: true });
  await writeFile(`${kept}.${process.pid}`, text);
  await rename(`${kept}.${process.pid}`, kept);
  return text;
}

/** Compiles the files of a folder of this repository. */
export async function compile(
  folder: string,
  { into, names = /\.ts$/ }: { readonly into: string; readonly names?: RegExp },
): Promise<void> {
  const entries = await readdir(join(root, folder), { recursive: true });
  // The page has a compiler of its own.
  const isProgram = (name: string): boolean => names.test(name) && !name.startsWith('web/');
  for (const entry of entries.filter((name) => isProgram(name.replaceAll('\\', '/')))) {
    const source = await readFile(join(root, folder, entry), 'utf8');
    const target = join(into, entry.replace(/\.ts$/, '.js'));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, await compiledText(source));
  }
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const cache = join(root, 'node_modules', '.cache');

const { version: compilerVersion } = createRequire(import.meta.url)('typescript/package.json') as { version: string };
const compilerOptions: CompilerOptions = { verbatimModuleSyntax: true, rewriteRelativeImportExtensions: true };

const kindsOf = ({ ScriptTarget, ModuleKind }: typeof import('typescript')): CompilerOptions => ({
  target: ScriptTarget.ES2023,
  module: ModuleKind.ESNext,
});
