import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { tokens } from '../support/service/template.ts';
import { emptyPlace, furnishedPlace, isEmbedded, type Place, run, runJson, startOn } from './command-line.ts';
import { runProgram } from './program.ts';

let place: Place;
beforeAll(async () => {
  place = await furnishedPlace();
});
afterAll(() => place.remove());

const ann = ['--name', 'Northline', '--admin-email', 'ann@northline.example'];

describe('account', () => {
  test('create makes a firm with its own lists and users, which sees no other firm', async () => {
    const zone = ['--time-zone', 'Europe/Berlin', '--currency', 'EUR'];
    const made = await runJson(place.environment, 'account', 'create', ...ann, ...zone);
    expect(made).toEqual({
      account: { id: expect.any(String), name: 'Northline', time_zone: 'Europe/Berlin', currency: 'EUR' },
      admin: { id: expect.any(String), email: 'ann@northline.example', password: expect.stringMatching(/^\w{20}$/) },
      token_id: expect.any(String),
      token: expect.stringMatching(/^plb_\w{36}$/),
    });

    const { accounts } = await runJson(place.environment, 'account', 'list');
    expect(accounts.map(({ name }: { name: string }) => name)).toEqual([
      'Granite Builders',
      'Harbor Construction',
      'Northline',
    ]);
    expect(accounts[2]).toMatchObject({ ...made.account, created_at: expect.stringMatching(/Z$/) });

    const service = await startOn(place.environment);
    const people = async (token: string) => {
      const { users } = (await (await service.get('/users', token)).json()) as { users: { email: string }[] };
      return users.map(({ email }) => email);
    };
    expect(await people(made.token)).toEqual(['ann@northline.example']);
    expect(await people(tokens.first)).toEqual(['admin@granite.example']);
    const stages = await service.get('/project_stages', made.token);
    expect(((await stages.json()) as { project_stages: unknown[] }).project_stages.length).toBeGreaterThan(3);
  });

  test('create and list print readable text', async () => {
    const own = ['--token', 'one-of-my-own-0123456789-0123456789'];
    const created = await runProgram(
      place.environment,
      ['account', 'create', '--name', 'Ridge', '--admin-email', 'r@ridge.example', '--admin-password-stdin', ...own],
      'correct horse battery\n',
    );
    expect(created).toMatchObject({ status: 0, stderr: '' });
    expect(created.stdout).toMatch(/^Created account \d+, Ridge\.\n\n {2}Admin {2}r@ridge\.example\n$/);
    const { stdout } = await run(place.environment, ['account', 'list']);
    expect(stdout).toMatch(
      /^ID +Name +Time zone +Currency +Created\n1 +Granite Builders +America\/Chicago +USD +2026-/,
    );

    const again = await run(place.environment, ['account', 'create', ...ann, ...own]);
    expect(again).toEqual({ status: 1, stdout: '', stderr: 'error: The token of --token is already in use.\n' });
    const { accounts } = await runJson(place.environment, 'account', 'list');
    expect(accounts.filter(({ name }: { name: string }) => name === 'Ridge')).toHaveLength(1);
  });

  test('create reports every mistake at once', async () => {
    const wrong = ['--name', ' ', '--admin-email', 'ann', '--admin-password', 'short', '--time-zone', 'Nowhere'];
    const { status, stdout, stderr } = await run(place.environment, [
      'account',
      'create',
      ...wrong,
      '--currency',
      'dollars',
      '--token',
      'short',
    ]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr.split('; ').map((mistake) => mistake.replace('error: ', '').split(' ')[0])).toEqual([
      '--name',
      '--admin-email',
      '--admin-password',
      '--time-zone',
      '--currency',
      '--token',
    ]);
    expect(stderr).toContain('--admin-password must have at least 8 characters');
    expect(stderr.trimEnd()).not.toContain('\n');
  });

  // passwords.full.test.ts has the other reasons.
  test('create refuses a common password of the admin, also from standard input', async () => {
    const create = ['account', 'create', ...ann];
    const problem = 'is one of the most common passwords, or close to one';
    const refused = { status: 1, stdout: '', stderr: `error: --admin-password ${problem}\n` };
    expect(await run(place.environment, [...create, '--admin-password', 'password'])).toEqual(refused);
    expect(await run(place.environment, [...create, '--admin-password-stdin'], 'password\n')).toEqual(refused);
  });

  // On the embedded engine there would be no database at all: see embedded-data.full.test.ts.
  if (!isEmbedded)
    test('list makes no database where there is none', async () => {
      const empty = await emptyPlace();
      onTestFinished(empty.remove);
      const { status, stdout, stderr } = await run(empty.environment, ['account', 'list', '--json']);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(/^error: The database is not up to .*: run "plumbline migrate" first\.\n$/);
      await runJson(empty.environment, 'migrate');
      expect(await runJson(empty.environment, 'account', 'list')).toEqual({ accounts: [] });
      const { stderr: advice } = await run(empty.environment, ['user', 'list']);
      expect(advice).toMatch(/^error: There is no account yet: /);
    });
});
