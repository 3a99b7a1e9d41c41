import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../support/service/client.ts';
import { tokens } from '../support/service/template.ts';
import { furnishedPlace, type Place, run, runJson, startOn } from './command-line.ts';

let place: Place;
beforeAll(async () => {
  place = await furnishedPlace();
});
afterAll(() => place.remove());

const bob = ['--email', 'Bob@granite.example', '--first-name', 'Bob', '--last-name', 'Bell', '--role', 'viewer'];
const emails = ({ users }: { users: { email: string }[] }) => users.map(({ email }) => email);

/** Creates, lists, changes and deactivates a user with the options that select the account. */
async function liveThrough(reach: readonly string[]): Promise<void> {
  const user = (command: string, ...more: string[]) => runJson(place.environment, 'user', command, ...reach, ...more);
  expect(await user('create', ...bob)).toMatchObject({
    user: { id: expect.any(String), name: 'Bob Bell', email: 'Bob@granite.example', role: 'viewer' },
  });
  expect(emails(await user('list')).sort()).toEqual(['Bob@granite.example', 'admin@granite.example']);
  const reset = await user('reset-password', '--email', 'bob@granite.example');
  expect(reset).toMatchObject({ user: { name: 'Bob Bell' }, password: expect.stringMatching(/^\w{20}$/) });
  const chosen = await user('reset-password', '--email', 'bob@granite.example', '--password', 'one of his own');
  expect(chosen.password).toBeNull();
  await invite(user);
  await user('deactivate', '--email', 'BOB@granite.example');
  expect(emails(await user('list'))).toEqual(['admin@granite.example']);
}

/** Invites a new user, and one that exists already. */
async function invite(user: (command: string, ...more: string[]) => Promise<Json>): Promise<void> {
  const name = ['--first-name', 'Ida', '--last-name', 'Ott', '--role', 'admin'];
  const invited = await user('invite', 'ida@granite.example', ...name);
  expect(invited).toMatchObject({
    user: { name: 'Ida Ott', email: 'ida@granite.example', role: 'admin' },
    password_link: {
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/set-password#plbl_\w{43}$/),
      expires_at: expect.any(String),
    },
  });
  const again = await user('invite', 'IDA@granite.example', '--role', 'viewer');
  expect(again.user).toEqual(invited.user);
  expect(again.password_link.url).not.toBe(invited.password_link.url);
  await user('deactivate', '--email', 'ida@granite.example');
}

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
  test('creates, lists, resets the password and deactivates', () => liveThrough(['--account', '1']));
  test('has the same results and refusals through the running service', async () => {
    const { url } = await startOn(place.environment);
    const reach = ['--url', url, '--token', tokens.first];
    await liveThrough(reach);
    await refuse(reach);
    const foreign = ['--url', `${url}/api/2023-01/`, '--token', tokens.second];
    expect(emails(await runJson(place.environment, 'user', 'list', ...foreign))).toEqual(['admin@harbor.example']);
    const stranger = await run(place.environment, ['user', 'list', '--url', url, '--token', 'unknown']);
    expect(stranger).toMatchObject({ status: 1, stderr: expect.stringContaining('API token is unknown') });
  });

  test('invites somebody with a link that the service takes', async () => {
    const args = ['user', 'invite', 'ned@harbor.example', '--account', '2'];
    const { stdout } = await run(place.environment, args);
    expect(stdout).toMatch(
      /^Created user \d+, ned@harbor\.example\. With this link the user sets a password, once, until/,
    );
    const [, token = ''] = /#(plbl_\w{43})$/m.exec(stdout) ?? [];
    const { url } = await startOn(place.environment);
    const answer = await fetch(`${url}/api/2023-01/session/password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ link: { token, password: 'his own words' } }),
    });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ session: { user: { email: 'ned@harbor.example', role: 'member' } } });
    await runJson(place.environment, 'user', 'deactivate', '--email', 'ned@harbor.example', '--account', '2');
  });
});
