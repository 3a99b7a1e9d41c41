import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compilePrograms, installPackage, withNode } from '../support/programs/installed.ts';
import { sharedService, type TestService } from '../support/service/service.ts';
import { typed } from './typed-program.ts';

const script = join(import.meta.dirname, '../../scripts/pack.js');
const execute = promisify(execFile);

let service: TestService;
/** An empty folder, into which the tarball is installed as the README says. */
let folder: string;
beforeAll(async () => {
  service = await sharedService();
  folder = await mkdtemp(join(tmpdir(), 'plumbline-client-'));
  await using built = await installPackage();
  const { stdout } = await execute(process.execPath, [
    script,
    'client',
    folder,
    join(built.folder, 'node_modules/plumbline-crm/dist'),
  ]);
  expect(stdout).toMatch(/^plumbline-crm-client-\S+\.tgz\n$/);
  await writeFile(join(folder, 'package.json'), '{}');
  await execute('npm', ['install', '--offline', `plumbline-crm@./${stdout.trim()}`], { cwd: folder });
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a program of the folder to its end, and returns its output. */
const run = async (name: string, text?: string): Promise<{ stdout: string; stderr: string }> => {
  if (text !== undefined) await writeFile(join(folder, name), text);
  const environment = { PATH: process.env['PATH'], URL: service.url, TOKEN: service.tokens.first };
  return await execute(process.execPath, [name], { cwd: folder, env: environment });
};

const body = `
const crm = createClient({ url: process.env.URL, token: process.env.TOKEN });
crm.companies.create({ name: 'Harbor Steel', category: 'supplier' }).then(({ name }) => console.log(name, typeof verify));
`;
const expected = { stdout: 'Harbor Steel function\n', stderr: '' };

describe('the tarball of the client', () => {
  test('has the client and the webhooks alone, without dependencies', async () => {
    const installed = join(folder, 'node_modules', 'plumbline-crm');
    const names = (await readdir(installed, { recursive: true })).filter((name) => !/\.(js|d\.ts)$/.test(name));
    expect(names.sort()).toEqual(['LICENSE', 'dist', 'dist/client', 'dist/webhooks', 'package.json']);
    const described = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as object;
    expect(described).toMatchObject({ name: 'plumbline-crm-client', license: 'Apache-2.0', type: 'module' });
    expect(described).not.toHaveProperty('dependencies');
    expect(await readdir(join(folder, 'node_modules'))).toEqual(['.package-lock.json', 'plumbline-crm']);
  });

  test('works in an ES module', async () => {
    const imports = `import { createClient } from 'plumbline-crm/client';\nimport { verify } from 'plumbline-crm/webhooks';`;
    expect(await run('program.mjs', imports + body)).toEqual(expected);
  });

  test('works in a CommonJS module', async () => {
    const imports = `const { createClient } = require('plumbline-crm/client');\nconst { verify } = require('plumbline-crm/webhooks');`;
    expect(await run('program.cjs', imports + body)).toEqual(expected);
  });

  test.each([
    ['Node', { ...withNode, exactOptionalPropertyTypes: true }],
    ['a browser', { lib: ['es2022', 'dom'] }],
  ])('has strict types with those of %s', async (_, options) => {
    await compilePrograms(folder, { typed }, options);
    expect((await run('typed.mjs')).stderr).toBe('');
  });
});
