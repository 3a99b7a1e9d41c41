import { expect, onTestFinished, test } from 'vitest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { typed } from '../../test/client/typed-program.ts';
import { compilePrograms, installPackage, withNode } from '../../test/support/programs/installed.ts';

const compiler = join(import.meta.dirname, '../node_modules/typescript-5.8');

test('the types of the client hold in TypeScript 5.8, the oldest version for its programs', async () => {
  const { version } = JSON.parse(await readFile(join(compiler, 'package.json'), 'utf8')) as { version: string };
  expect(version).toMatch(/^5\.8\./);
  const installed = await installPackage();
  onTestFinished(() => installed[Symbol.asyncDispose]());
  const tsc = join(compiler, 'bin', 'tsc');

  await compilePrograms(installed.folder, { typed }, withNode, tsc);
});
