import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';

export interface CompiledSource {
  /** The path of a script of this folder. */
  script(name: string): string;
  /** Makes the database that a first start unpacks, as the build does. */
  makeBlankDatabase(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * The embedded engine and the scripts that tests start as other processes, as JavaScript: Node 20 reads
 * no TypeScript. It lies below `node_modules`, so that packages are found from it.
 */
export async function compileSource(): Promise<CompiledSource> {
  const output = join(root, 'node_modules', '.cache', `compiled-${process.pid}-${Date.now()}`);
  await compile('src', /^(?:store\/.+|refusal)\.ts$/, output);
  await compile('test/support', /^kill-.+\.ts$/, output);
  await symlink(join(root, 'migrations'), join(output, 'migrations'));
  return {
    script: (name) => join(output, 'test', 'support', `${name}.js`),
    async makeBlankDatabase() {
      await promisify(execFile)(process.execPath, [join(root, 'scripts', 'blank-database.js'), join(output, 'src')]);
    },
    remove: () => rm(output, { recursive: true, force: true }),
  };
}

async function compile(folder: string, names: RegExp, output: string): Promise<void> {
  const entries = await readdir(join(root, folder), { recursive: true });
  for (const entry of entries.filter((name) => names.test(name.replaceAll('\\', '/')))) {
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
