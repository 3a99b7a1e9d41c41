import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tokens } from '../support/service/template.ts';
import { furnishedPlace, type Place, run, runJson, startOn } from './command-line.ts';

let place: Place;
beforeAll(async () => {
  place = await furnishedPlace();
});
afterAll(() => place.remove());

const token = (...args: string[]) => runJson(place.environment, 'token', ...args, '--account', '1');

describe('token', () => {
  test('create makes a token that works until it is revoked', async () => {
    const { api_token: made } = await token('create', '--name', 'Estimating', '--scopes', 'write, read');
    expect(made).toMatchObject({
      id: expect.any(String),
      name: 'Estimating',
      scopes: ['read', 'write'],
      user: { email: 'admin@granite.example' },
      expires_at: null,
      last_used_at: null,
      token: expect.stringMatching(/^plb_\w{36}$/),
    });
    const before = await startOn(place.environment);
    expect((await before.get('/users/me', made.token)).status).toBe(200);
    const refused = await before.get('/users/me', `${made.token}x`);
    expect(refused.status).toBe(401);
    await before.stop();

    const { api_tokens: listed } = await token('list');
    expect(listed[0]).toMatchObject({ id: made.id, name: 'Estimating' });
    expect(listed[0].last_used_at).toMatch(/Z$/);
    expect(JSON.stringify(listed)).not.toContain(made.token);

    expect(await token('revoke', made.id)).toEqual({ revoked: made.id });
    const after = await startOn(place.environment);
    expect((await after.get('/users/me', made.token)).status).toBe(401);
    await after.stop();
    const again = await run(place.environment, ['token', 'revoke', made.id, '--account', '1']);
    expect(again).toMatchObject({ status: 1, stderr: `error: There is no API token ${made.id}.\n` });
    expect((await token('list')).api_tokens.map(({ id }: { id: string }) => id)).not.toContain(made.id);
  });

  test('create makes a token for another user, with an expiry', async () => {
    const email = ['--email', 'dora@granite.example'];
    const { user } = await runJson(place.environment, 'user', 'create', '--account', '1', ...email, '--role', 'viewer');
    const lasting = ['--expires-at', '2999-01-01T00:00:00Z', '--user', 'Dora@granite.example'];
    await token('create', '--name', 'Wall display', '--scopes', 'read', ...lasting);
    const { api_tokens: listed } = await token('list');
    expect(listed[0]).toMatchObject({ user: { id: user.id }, scopes: ['read'], expires_at: '2999-01-01T00:00:00Z' });
  });

  test('create, list and revoke print readable text', async () => {
    const make = ['token', 'create', '--account', '2', '--name', 'Reports', '--scopes', 'read'];
    const { stdout } = await run(place.environment, make);
    expect(stdout).toMatch(/^Created token \d+\.\n\n {2}API token {2}plb_\w{36}\n\nIt is shown only once\.\n$/);
    const id = /\d+/.exec(stdout)?.[0] ?? '';
    const listed = await run(place.environment, ['token', 'list', '--account', '2']);
    expect(listed.stdout).toMatch(
      /^ID +Name +User +Scopes +Last used +Ends\n\d+ +Reports +admin@harbor\.example +read +- +-\n/,
    );
    const revoked = await run(place.environment, ['token', 'revoke', id, '--account', '2']);
    expect(revoked).toMatchObject({ status: 0, stdout: `Revoked token ${id}.\n` });
  });

  test("does not reach another account's tokens", async () => {
    const { api_tokens: theirs } = await runJson(place.environment, 'token', 'list', '--account', '2');
    const { status } = await run(place.environment, ['token', 'revoke', theirs[0].id, '--account', '1']);
    expect(status).toBe(1);
    expect(await runJson(place.environment, 'token', 'list', '--account', '2')).toEqual({ api_tokens: theirs });
  });

  test('create reports every mistake at once', async () => {
    const wrong = ['--name', '', '--scopes', 'read,everything', '--expires-at', 'tomorrow'];
    const { status, stdout, stderr } = await run(place.environment, ['token', 'create', '--account', '1', ...wrong]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(
      'error: --name must not be empty; --scopes must be one of read, write, admin; ' +
        '--expires-at must be a date-time with an offset, such as 2026-03-01T14:00:00Z\n',
    );
  });

  test('does the same through the running service, as the owner of the given token', async () => {
    const service = await startOn(place.environment);
    const reach = ['--url', service.url, '--token', tokens.second];
    const served = (...args: string[]) => runJson(place.environment, 'token', ...args, ...reach);
    const { api_token: made } = await served('create', '--name', 'By the wire', '--scopes', 'read');
    expect(made.user.email).toBe('admin@harbor.example');
    expect((await service.get('/users/me', made.token)).status).toBe(200);
    expect((await served('list')).api_tokens[0].id).toBe(made.id);
    expect(await served('revoke', made.id)).toEqual({ revoked: made.id });
    expect((await service.get('/users/me', made.token)).status).toBe(401);
    const wrong = ['token', 'create', '--name', 'x', '--scopes', 'all', ...reach];
    expect((await run(place.environment, wrong)).stderr).toBe('error: --scopes must be one of read, write, admin\n');
  });
});

const client = (...args: string[]) => runJson(place.environment, 'oauth-client', ...args);

/** Creates, lists and revokes a client with the options that select the account. */
async function liveThrough(reach: readonly string[]): Promise<void> {
  const { oauth_client: made } = await client('create', '--name', 'Takeoff', '--scopes', 'write,read', ...reach);
  expect(made).toMatchObject({
    name: 'Takeoff',
    scopes: ['read', 'write'],
    client_id: expect.stringMatching(/^plbc_\w{20}$/),
    client_secret: expect.stringMatching(/^plbs_\w{36}$/),
  });
  const { oauth_clients: listed } = await client('list', ...reach);
  expect(listed[0]).toMatchObject({ id: made.id, client_id: made.client_id });
  expect(JSON.stringify(listed)).not.toContain(made.client_secret);
  expect(await client('revoke', made.id, ...reach)).toEqual({ revoked: made.id });
  expect((await client('list', ...reach)).oauth_clients).toEqual([]);
  const again = await run(place.environment, ['oauth-client', 'revoke', made.id, ...reach]);
  expect(again).toMatchObject({ status: 1, stderr: `error: There is no OAuth client ${made.id}.\n` });
}

describe('oauth-client', () => {
  test('creates, lists and revokes in the database', () => liveThrough(['--account', '1']));

  test('creates, lists and revokes through the running service', async () => {
    const { url } = await startOn(place.environment);
    await liveThrough(['--url', url, '--token', tokens.first]);
  });

  test('prints readable text', async () => {
    const options = ['--account', '2', '--name', 'Books', '--scopes', 'read'];
    const { stdout } = await run(place.environment, ['oauth-client', 'create', ...options]);
    expect(stdout).toMatch(
      /^Created OAuth client \d+\.\n\n {2}Client id {6}plbc_\w{20}\n {2}Client secret {2}plbs_\w{36}\n\n/,
    );
    const listed = await run(place.environment, ['oauth-client', 'list', '--account', '2']);
    expect(listed.stdout).toMatch(
      /^ID +Name +Client id +User +Scopes +Last used +Ends\n\d+ +Books +plbc_\w{20} +admin@harbor/,
    );
  });
});
