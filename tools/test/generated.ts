import { createClient } from '@hey-api/openapi-ts';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { compiler } from '../../test/support/programs/installed.ts';

/** A program with a client that is generated from the document of a service. */
export interface GeneratedClient extends AsyncDisposable {
  /** The errors of the compiler in the program and the client. */
  readonly faults: string;
  /** Runs the program. @returns its output. */
  run(environment: Readonly<Record<string, string>>): Promise<string>;
}

/** Generates the files of a client in the folder. */
export type Generate = (document: object, folder: string) => Promise<void>;

export const byOpenapiTypescript: Generate = async (document, folder) => {
  await writeFile(join(folder, 'schema.ts'), astToString(await openapiTypescript(JSON.stringify(document))));
};

export const byHeyApi: Generate = async (document, folder) => {
  await createClient({
    input: document as Record<string, unknown>,
    output: { path: join(folder, 'client'), module: { extension: '.js' } },
    logs: { level: 'silent' },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  });
};

const tools = join(import.meta.dirname, '..');

const settings = {
  compilerOptions: {
    ...{ strict: true, noUncheckedIndexedAccess: true, target: 'es2022', module: 'nodenext' },
    ...{ lib: ['es2022', 'dom', 'dom.iterable'], types: ['node'], outDir: 'run' },
    typeRoots: [join(tools, '../node_modules/@types')],
    // The declarations of packages are not what is generated.
    skipLibCheck: true,
  },
  files: ['program.ts'],
};

/** Generates a client, and compiles it strictly with a program that uses it. */
export async function generateClient(generate: Generate, document: object, program: string): Promise<GeneratedClient> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-generated-'));
  await symlink(join(tools, 'node_modules'), join(folder, 'node_modules'));
  const run = promisify(execFile);
  await generate(document, folder);
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  await writeFile(join(folder, 'program.ts'), program);
  const compiled = run(process.execPath, [compiler, '-p', folder], { cwd: folder });
  const { stdout: faults } = await compiled.catch((failed: unknown) => failed as { stdout: string });
  return {
    faults,
    run: async (environment) => {
      const env = { ...process.env, ...environment };
      return (await run(process.execPath, [join(folder, 'run', 'program.js')], { env })).stdout;
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}
