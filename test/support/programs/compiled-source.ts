import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
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

/** A file of TypeScript as JavaScript, which imports compiled files. Each is compiled once in a worker of the tests. */
export function compiledText(source: string): string {
  const text = compiledTexts.get(source) ?? ts.transpileModule(source, { compilerOptions }).outputText;
  compiledTexts.set(source, text);
  return text;
}

const compiledTexts = new Map<string, string>();

async function compile(folder: string, names: RegExp, output: string): Promise<void> {
  const entries = await readdir(join(root, folder), { recursive: true });
  for (const entry of entries.filter((name) => names.test(name.replaceAll('\\', '/')))) {
    const source = await readFile(join(root, folder, entry), 'utf8');
    const target = join(output, folder, entry.replace(/\.ts$/, '.js'));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, compiledText(source));
  }
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
};
