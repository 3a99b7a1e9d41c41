import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json } from '../../support/service/client.ts';
import { grown, traces } from '../../support/delivery/traces.ts';
import { make, next } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { clientOf } from '../../support/service/tokens.ts';
import { runsOf } from '../../support/endurance.ts';

let service: TestService;
let admin: Client;
beforeAll(async () => {
  service = await sharedService();
  admin = service.first;
});
afterAll(() => service.stop());

/** A new user's client. */
async function userOf(role: string): Promise<Client> {
  const { id } = await make(admin, 'users', { first_name: `Pat ${next()}`, role });
  return (await clientOf(service, { userId: id, scopes: ['read', 'write'] })).client;
}

const read = async (client: Client): Promise<Json> => (await client.get('/preferences')).body.preferences;
const patch = (client: Client, preferences: unknown, headers = {}) =>
  client.patch('/preferences', { preferences }, headers);

/** RFC 7396, section 2. */
function mergePatch(target: unknown, sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  const isObject = typeof target === 'object' && target !== null && !Array.isArray(target);
  const result = new Map<string, unknown>(isObject ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(sent)) {
    if (value === null) result.delete(name);
    else result.set(name, mergePatch(result.get(name), value));
  }
  return Object.fromEntries(result);
}

describe('the preferences', () => {
  it.each(['viewer', 'member', 'admin'])('of a %s are empty at first, and the user changes them', async (role) => {
    const user = await userOf(role);
    expect(await read(user)).toEqual({});
    const { status, body, headers } = await patch(user, { theme: 'dark', board: { collapsed: ['3'], width: 248.5 } });
    const stored = { theme: 'dark', board: { collapsed: ['3'], width: 248.5 } };
    expect([status, body]).toEqual([200, { preferences: stored }]);
    const shown = await user.get('/preferences');
    expect([shown.body.preferences, shown.headers.get('etag')]).toEqual([stored, headers.get('etag')]);
    await patch(user, { board: { width: null, pinned: true }, theme: null });
    expect(await read(user)).toEqual({ board: { collapsed: ['3'], pinned: true } });
  });

  it("are the acting user's, and no other user's or account's", async () => {
    const [one, other] = [await userOf('member'), await userOf('member')];
    await patch(one, { mine: 1 });
    expect([await read(other), await read(admin), await read(service.second)]).toEqual([{}, {}, {}]);
    const { id } = (await one.get('/users/me')).body.user;
    const acting = { 'plumbline-acting-user': id };
    expect((await admin.get('/preferences', acting)).body.preferences).toEqual({ mine: 1 });
    await patch(admin, { mine: 2 }, acting);
    expect([await read(one), await read(admin)]).toEqual([{ mine: 2 }, {}]);
  });

  it('merge as RFC 7396 says, whatever the values are', async () => {
    const user = await userOf('member');
    const key = fc.constantFrom('a', 'b', 'c', '__proto__x', 'ä/~');
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, fc.constantFrom(null, true, 0, -1.5, '', 'text'), tie('list'), tie('object')),
      list: fc.array(tie('value'), { maxLength: 2 }),
      object: fc.dictionary(key, tie('value'), { maxKeys: 3 }),
    }));
    let expected: unknown = {};
    for (const sent of fc.sample(fc.dictionary(key, value, { maxKeys: 4 }), runsOf(25, 500))) {
      expected = JSON.parse(JSON.stringify(mergePatch(expected, sent)));
      expect((await patch(user, sent)).body.preferences, JSON.stringify(sent)).toEqual(expected);
    }
    expect(await read(user)).toEqual(expected);
  });

  it('keep every one of many changes at once', async () => {
    const user = await userOf('member');
    const names = Array.from({ length: 8 }, (_, index) => `key${index}`);
    const answers = await Promise.all(names.map((name) => patch(user, { [name]: name })));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    expect(await read(user)).toEqual(Object.fromEntries(names.map((name) => [name, name])));
  });

  it('refuse a change of another version, and repeat an answer under its idempotency key', async () => {
    const user = await userOf('member');
    const before = (await user.get('/preferences')).headers.get('etag') ?? '';
    const key = { 'idempotency-key': `preferences ${next()}` };
    const changed = await patch(user, { a: 1 }, { 'if-match': before, ...key });
    expect(changed.status).toBe(200);
    expect((await patch(user, { a: 2 }, { 'if-match': before })).body.code).toBe('stale');
    expect((await patch(user, { a: 2 }, key)).body.code).toBe('idempotency_key_reused');
    const again = await patch(user, { a: 1 }, { 'if-match': before, ...key });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(await read(user)).toEqual({ a: 1 });
    const same = await patch(user, { a: 1 });
    expect(same.headers.get('etag')).toBe(changed.headers.get('etag'));
  });

  it('have at most 64 kB together, and no text that Postgres cannot store', async () => {
    const user = await userOf('member');
    const half = 'x'.repeat(40_000);
    expect((await patch(user, { a: half })).status).toBe(200);
    const { status, body } = await patch(user, { b: half });
    const message = 'must have at most 65536 bytes of JSON, but has 80015';
    expect([status, body.errors]).toEqual([422, [{ pointer: '/preferences', code: 'too_long', message }]]);
    expect((await patch(user, { a: null, b: half })).status).toBe(200);
    const bad = await patch(user, { c: ['\0'], 'd\uDC00': 1 });
    expect(bad.body.errors.map(({ pointer, code }: Json) => [pointer, code])).toEqual([
      ['/preferences/c/0', 'invalid_text'],
      ['/preferences/d\uDC00', 'invalid_text'],
    ]);
    expect(await read(user)).toEqual({ b: half });
  });

  it.each([null, [], 'dark', 5, true])('are not %j', async (value) => {
    const { status, body } = await patch(admin, value);
    expect([status, body.code]).toEqual([422, 'validation_failed']);
  });

  it('need the scope write, and leave no trace in the logs', async () => {
    const { id } = (await admin.get('/users/me')).body.user;
    const reader = (await clientOf(service, { userId: id, scopes: ['read'] })).client;
    expect((await patch(reader, { a: 1 })).body.code).toBe('forbidden');
    const before = await traces(service);
    const marker = `marker ${next()}`;
    await patch(admin, { marker });
    expect(grown(before, await traces(service))).toEqual({});
    expect(await read(admin)).toEqual({ marker });
  });
});
