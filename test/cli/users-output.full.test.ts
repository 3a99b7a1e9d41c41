import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tokens } from '../support/service/template.ts';
import { furnishedPlace, type Place, run, runJson, startOn } from './command-line.ts';

let place: Place;
beforeAll(async () => {
  place = await furnishedPlace();
});
afterAll(() => place.remove());

/** Expects the same refusals with any options that select the account. */
async function refuse(reach: readonly string[]): Promise<void> {
  const user = (...args: string[]) => run(place.environment, ['user', ...args, ...reach]);
  const wrong = await user('create', '--email', 'nobody', '--role', 'king', '--password', 'short');
  expect(wrong).toMatchObject({ status: 1, stdout: '' });
  expect(wrong.stderr).toMatch(/^error: --[^\n]*\n$/);
  expect(wrong.stderr).toContain('--email must be an e-mail address');
  expect(wrong.stderr).toContain('--role must be one of admin, member, viewer');
  expect(wrong.stderr).toContain('--password must have at least 8 characters');
  const taken = await user('create', '--email', 'ADMIN@granite.example');
  expect(taken).toMatchObject({ status: 1, stdout: '' });
  expect(taken.stderr).toMatch(
    /^error: email "ADMIN@granite\.example" is already used by another user \(id \d+\)\.\n$/,
  );
  const uninvited = await user('invite', 'nobody', '--role', 'king');
  expect(uninvited.stderr).toContain('--email must be an e-mail address; --role must be one of admin');
  const last = await user('deactivate', '--email', 'admin@granite.example');
  expect(last.stderr).toBe('error: This is the last admin of the account. Make another user an admin first.\n');
  const unknown = await user('reset-password', '--email', 'nobody@granite.example');
  expect(unknown.stderr).toBe('error: The account has no active user nobody@granite.example.\n');
}

describe('user', { timeout: 120_000 }, () => {
  test('refuses the same values as the API', () => refuse(['--account', '1']));

  test('list escapes control characters, in text and in JSON', async () => {
    const wild = 'Al\u001b[31m\u009b2J\u007f\u202eex\nRoot  admin';
    const create = ['--email', 'wild@granite.example', '--first-name', wild, '--account', '2'];
    for (const args of [
      ['create', ...create],
      ['list', '--account', '2'],
      ['list', '--account', '2', '--json'],
    ]) {
      const { status, stdout } = await run(place.environment, ['user', ...args]);
      expect(status).toBe(0);
      expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
      if (!args.includes('create')) expect(stdout).toContain('Al\\u001b[31m\\u009b2J\\u007f\\u202eex\\');
      if (args.includes('--json')) expect(JSON.parse(stdout).users.at(-1).name).toBe(wild);
      else expect(stdout.split('\n').filter((line) => line.startsWith('Root'))).toEqual([]);
    }
    await runJson(place.environment, 'user', 'deactivate', '--email', 'wild@granite.example', '--account', '2');
    const named = await run(place.environment, ['user', 'deactivate', '--email', 'no\u001b[2J', '--account', '2']);
    expect(named.stderr).toContain('no\\u001b[2J');
  });

  test('gives a new password and a link also to the only admin, as whom it acts', async () => {
    const own = (...args: string[]) => runJson(place.environment, 'user', ...args, '--account', '1');
    const email = 'admin@granite.example';
    expect(await own('reset-password', '--email', email)).toMatchObject({
      user: { email },
      password: expect.stringMatching(/^\w{20}$/),
    });
    expect(await own('invite', email)).toMatchObject({ user: { email }, password_link: { url: expect.any(String) } });
  });

  test('invites at a public URL with a path', async () => {
    const environment = { ...place.environment, PUBLIC_URL: 'https://crm.example.com/bids' };
    const { user, password_link: link } = await runJson(
      environment,
      'user',
      'invite',
      'pat@granite.example',
      '--account',
      '1',
    );
    expect(link.url).toMatch(/^https:\/\/crm\.example\.com\/bids\/.*#plbl_\w{43}$/);
    await runJson(environment, 'user', 'deactivate', '--email', user.email, '--account', '1');
  });

  test('writes its changes to the history', async () => {
    const { user } = await runJson(
      place.environment,
      'user',
      'create',
      '--account',
      '2',
      '--email',
      'h@harbor.example',
    );
    const service = await startOn(place.environment);
    const history = await service.get(`/users/${user.id}/history`, tokens.second);
    expect(await history.json()).toMatchObject({ changes: [{ action: 'create', source: 'cli' }] });
  });

  test('prints readable text, and reads a password from standard input', async () => {
    const carol = ['--account', '1', '--email', 'carol@granite.example'];
    const made = await run(place.environment, ['user', 'create', ...carol]);
    expect(made.stdout).toMatch(/^Created user \d+, carol@granite\.example\. The user has no password: .*\n$/);
    const short = await run(place.environment, ['user', 'reset-password', ...carol, '--password-stdin'], 'short\n');
    expect(short.stderr).toBe('error: --password must have at least 8 characters\n');
    const reset = await run(
      place.environment,
      ['user', 'reset-password', ...carol, '--password-stdin'],
      'long enough\n',
    );
    expect(reset).toMatchObject({ status: 0, stdout: 'carol@granite.example has a new password.\n' });
    const { stdout } = await run(place.environment, ['user', 'list', '--account', '1']);
    expect(stdout).toMatch(/^ID +E-mail +Name +Role\n/);
    expect(stdout).toMatch(/^\d+ +carol@granite\.example +- +member$/m);
  });

  test.each([
    [[], 'There are several accounts: select one with --account: 1 (Granite Builders), 2 (Harbor Construction).'],
    [['--account', '7'], 'There is no account 7: select one with --account: 1 (Granite Builders), 2 (Harbor'],
    [
      ['--url', 'http://127.0.0.1:1'],
      'Give both --url and --token (or PLUMBLINE_URL and PLUMBLINE_TOKEN), or neither.',
    ],
    [['--url', 'http://127.0.0.1:1', '--token', 'x', '--account', '1'], 'Give either --account or --token: '],
    [['--url', 'localhost', '--token', 'x'], '--url must be an http or https address.'],
    [['--url', 'http://127.0.0.1:1', '--token', 'x'], 'No service answers at http://127.0.0.1:1.'],
  ])('list %j fails with the reason', async (reach, message) => {
    const { status, stdout, stderr } = await run(place.environment, ['user', 'list', ...reach]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(`error: ${message}`);
  });
});
