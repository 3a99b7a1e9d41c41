import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/**
 * The source and this folder as JavaScript, for tests that start other processes: Node 20 reads no
 * TypeScript. It lies below `node_modules`, so that packages are found from it.
 */
export async function compileSource(): Promise<{ script(name: string): string; remove(): Promise<void> }> {
  const output = join(root, 'node_modules', '.cache', `compiled-${process.pid}-${Date.now()}`);
  for (const folder of ['src', 'test/support']) await compileFolder(folder, output);
  return {
    script: (name) => join(output, 'test', 'support', `${name}.js`),
    remove: () => rm(output, { recursive: true, force: true }),
  };
}

async function compileFolder(folder: string, output: string): Promise<void> {
  const entries = await readdir(join(root, folder), { recursive: true });
  for (const entry of entries.filter((name) => name.endsWith('.ts'))) {
    const source = await readFile(join(root, folder, entry), 'utf8');
    const target = join(output, folder, entry.replace(/\.ts$/, '.js'));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, ts.transpileModule(source, { compilerOptions }).outputText);
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url));

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
};
