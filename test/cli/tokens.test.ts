import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { furnishedPlace, type Place, run, runJson, startOn } from './command-line.ts';

let place: Place;
beforeAll(async () => {
  place = await furnishedPlace();
});
afterAll(() => place.remove());

const token = (...args: string[]) => runJson(place.environment, 'token', ...args, '--account', '1');

describe('token', { timeout: 60_000 }, () => {
  test('create makes one that works until it is revoked', async () => {
    const { api_token: made } = await token('create', '--name', 'Estimating', '--scopes', 'write, read');
    expect(made).toEqual({
      id: expect.any(String),
      name: 'Estimating',
      scopes: ['read', 'write'],
      expires_at: null,
      token: expect.stringMatching(/^plb_\w{36}$/),
    });
    const before = await startOn(place.environment);
    expect((await before.get('/users/me', made.token)).status).toBe(200);
    const refused = await before.get('/users/me', `${made.token}x`);
    expect(refused.status).toBe(401);
    await before.stop();

    const { api_tokens: listed } = await token('list');
    expect(listed[0]).toMatchObject({ id: made.id, name: 'Estimating', revoked_at: null });
    expect(listed[0].last_used_at).toMatch(/Z$/);
    expect(JSON.stringify(listed)).not.toContain(made.token);

    expect(await token('revoke', made.id)).toEqual({ revoked: made.id });
    const after = await startOn(place.environment);
    expect((await after.get('/users/me', made.token)).status).toBe(401);
    await after.stop();
    const again = await run(place.environment, ['token', 'revoke', made.id, '--account', '1']);
    expect(again).toMatchObject({ status: 1, stderr: `error: The account has no valid token ${made.id}.\n` });
  });

  test('create makes one for another user, and for a time', async () => {
    const email = ['--email', 'dora@granite.example'];
    const { user } = await runJson(place.environment, 'user', 'create', '--account', '1', ...email, '--role', 'viewer');
    const lasting = ['--expires-at', '2999-01-01T00:00:00Z', '--user', 'Dora@granite.example'];
    await token('create', '--name', 'Wall display', '--scopes', 'read', ...lasting);
    const { api_tokens: listed } = await token('list');
    expect(listed[0]).toMatchObject({ user_id: user.id, scopes: ['read'], expires_at: '2999-01-01T00:00:00Z' });
  });

  test('create, list and revoke read well', async () => {
    const make = ['token', 'create', '--account', '2', '--name', 'Reports', '--scopes', 'read'];
    const { stdout } = await run(place.environment, make);
    expect(stdout).toMatch(/^Token \d+ has been made\.\n\n {2}API token {2}plb_\w{36}\n\nIt is shown this once\.\n$/);
    const id = /\d+/.exec(stdout)?.[0] ?? '';
    const revoked = await run(place.environment, ['token', 'revoke', id, '--account', '2']);
    expect(revoked).toMatchObject({ status: 0, stdout: `Token ${id} is revoked.\n` });
    const listed = await run(place.environment, ['token', 'list', '--account', '2']);
    expect(listed.stdout).toMatch(/^ID +Name +User +Scopes +Last used +Ends\n\d+ +Reports +\d+ +read +- +revoked 20/);
  });

  test("does not reach another account's tokens", async () => {
    const { api_tokens: theirs } = await runJson(place.environment, 'token', 'list', '--account', '2');
    const { status } = await run(place.environment, ['token', 'revoke', theirs[0].id, '--account', '1']);
    expect(status).toBe(1);
    expect(await runJson(place.environment, 'token', 'list', '--account', '2')).toEqual({ api_tokens: theirs });
  });

  test('create names every mistake at once', async () => {
    const wrong = ['--name', '', '--scopes', 'read,everything', '--expires-at', 'tomorrow'];
    const { status, stdout, stderr } = await run(place.environment, ['token', 'create', '--account', '1', ...wrong]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(
      'error: --name must have 1 to 255 characters, not only spaces; ' +
        '--scopes must be some of read, write, admin, separated by commas; ' +
        '--expires-at must be a later date-time with an offset, such as 2027-01-01T00:00:00Z\n',
    );
  });
});
