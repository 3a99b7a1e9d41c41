import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json } from '../../support/service/client.ts';
import { tablesWith } from '../../support/service/kept.ts';
import { follow } from '../../support/data/links.ts';
import { make, next } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { clientOf } from '../../support/service/tokens.ts';

let service: TestService;
let first: Client;
let second: Client;
let admin: Json;
beforeAll(async () => {
  service = await sharedService();
  ({ first, second } = service);
  admin = (await first.get('/users/me')).body.user;
});
afterAll(() => service.stop());

const body = (fields: object = {}) => ({
  oauth_client: { name: `Client ${next()}`, scopes: ['read', 'write'], ...fields },
});

async function makeClient(by: Client, fields: object = {}): Promise<Json> {
  const answer = await by.post('/oauth_clients', body(fields));
  expect(answer.status, answer.text).toBe(201);
  return answer.body.oauth_client;
}

/** The access token that the service issues to a client. */
async function tokenOf({ client_id, client_secret }: Json): Promise<string> {
  const asked = { grant_type: 'client_credentials', client_id, client_secret };
  return (await service.client(null).post(`${service.url}/api/2023-01/oauth/token`, asked)).body.access_token;
}

describe('an OAuth client', () => {
  it('is created with a secret that only this response shows, and can be listed, read, renamed and deleted', async () => {
    const made = await first.post('/oauth_clients', body({ name: 'Takeoff', scopes: ['write', 'read'] }));
    const { client_secret: secret, ...record } = made.body.oauth_client;
    expect(made.headers.get('location')).toBe(`/api/2023-01/oauth_clients/${record.id}`);
    expect(secret).toMatch(/^plbs_\w{36}$/);
    expect(record).toMatchObject({ name: 'Takeoff', scopes: ['read', 'write'], last_used_at: null });
    expect([record.client_id, record.user.id]).toEqual([expect.stringMatching(/^plbc_\w{20}$/), admin.id]);
    const path = `/oauth_clients/${record.id}`;
    const shown = await first.get(path);
    expect(shown.body).toEqual({ oauth_client: record });
    expect((await first.get('/oauth_clients?per_page=1')).body.oauth_clients).toEqual([record]);

    service.clock.advance(1000);
    const etag = shown.headers.get('etag') ?? '';
    const renamed = await first.patch(path, { oauth_client: { ...record, name: 'Quantities' } }, { 'if-match': etag });
    expect(renamed.body.oauth_client).toMatchObject({ name: 'Quantities', created_at: record.created_at });
    expect(renamed.body.oauth_client.updated_at > record.updated_at).toBe(true);
    expect((await first.delete(path, { 'if-match': etag })).body.code).toBe('stale');
    expect((await first.delete(path)).status).toBe(204);
    for (const gone of [await first.get(path), await first.delete(path), await first.patch(path, body())]) {
      expect(gone.body.detail).toBe(`There is no OAuth client ${record.id}.`);
    }
    const { changes } = (await first.get('/audit_log?per_page=3')).body;
    expect(changes).toMatchObject([
      { resource: 'oauth_clients', record_id: record.id, action: 'delete' },
      { action: 'update', fields: { name: { from: 'Takeoff', to: 'Quantities' } } },
      { action: 'create', fields: { client_id: { from: null, to: record.client_id } } },
    ]);
  });

  it('is created once under one key, and its secret is stored nowhere in clear', async () => {
    const headers = { 'idempotency-key': `key ${next()}` };
    const sent = body();
    const one = await first.post('/oauth_clients', sent, headers);
    const other = await first.post('/oauth_clients', sent, headers);
    expect(other.text).toBe(one.text);
    const client = one.body.oauth_client;
    const token = await tokenOf(client);
    await service.client(token).get('/users/me');
    expect(await tablesWith(service, client.client_secret)).toEqual([]);
    expect(await tablesWith(service, token)).toEqual([]);
    expect(service.logged.join('\n')).not.toContain(client.client_secret);
    expect(service.logged.join('\n')).not.toContain(token);
  });

  it('needs an admin with the scope admin, and has no more scopes than the token that creates it', async () => {
    const member = await make(first, 'users', { role: 'member' });
    const byMember = (await clientOf(service, { userId: member.id })).client;
    const narrow = (await clientOf(service, { userId: admin.id, scopes: ['read', 'write'] })).client;
    const ruler = (await clientOf(service, { userId: admin.id, scopes: ['admin', 'read'] })).client;
    const { id } = await makeClient(first);
    for (const send of [
      (client: Client) => client.get('/oauth_clients'),
      (client: Client) => client.post('/oauth_clients', body()),
      (client: Client) => client.get(`/oauth_clients/${id}`),
      (client: Client) => client.patch(`/oauth_clients/${id}`, body()),
      (client: Client) => client.delete(`/oauth_clients/${id}`),
    ]) {
      expect((await send(byMember)).body.required_role).toBe('admin');
      expect((await send(narrow)).body.required_scope).toBe('admin');
    }
    const wide = await ruler.post('/oauth_clients', body({ scopes: ['read', 'write'], name: '' }));
    expect(wide.status).toBe(422);
    expect(wide.body.errors).toMatchObject([
      { pointer: '/oauth_client/name', code: 'required' },
      { pointer: '/oauth_client/scopes/1', code: 'not_allowed', allowed: ['read', 'admin'] },
    ]);
    const unknown = await first.patch(`/oauth_clients/${id}`, { oauth_client: { nane: 'x' } });
    expect(unknown.body.errors).toMatchObject([{ pointer: '/oauth_client/nane', suggestion: 'name' }]);
  });

  it('expires with the token that created it, and so do its access tokens', async () => {
    const now = service.clock.now().getTime();
    const expiresAt = new Date(now + 5_400_000);
    const { client: brief } = await clientOf(service, { userId: admin.id, expiresAt });
    const ends = expiresAt.toISOString().replace('.000Z', 'Z');
    const made = await makeClient(brief, { expires_at: null });
    expect([made.expires_at, (await makeClient(first)).expires_at]).toEqual([ends, null]);
    expect((await first.get(`/oauth_clients/${made.id}`)).body.oauth_client.expires_at).toBe(ends);
    const grant = async () =>
      await service.client(null).post(`${service.url}/oauth/token`, {
        ...{ grant_type: 'client_credentials', client_id: made.client_id, client_secret: made.client_secret },
      });
    expect((await grant()).body.expires_in).toBe(3600);
    service.clock.advance(5_390_500);
    const last = (await grant()).body;
    expect(last.expires_in).toBe(9);
    expect((await service.client(last.access_token).get('/users/me')).status).toBe(200);
    service.clock.advance(9_500);
    expect((await service.client(last.access_token).get('/users/me')).status).toBe(401);
    expect((await grant()).body).toMatchObject({ status: 401, error: 'invalid_client' });
  });

  it('has at most 1,000 access tokens: the next one ends the one that expires first', async () => {
    const made = await makeClient(first);
    const oldest = await tokenOf(made);
    await service.engine.query(
      `insert into api_tokens (account_id, user_id, name, hash, scopes, expires_at, created_at, updated_at, oauth_client_id)
      select account_id, user_id, name, sha256(('many ' || id || ' ' || n)::bytea), scopes, $2::timestamptz, created_at, created_at, id
      from oauth_clients, generate_series(1, 999) n where id = $1::bigint`,
      [made.id, new Date(service.clock.now().getTime() + 3_600_500).toISOString()],
    );
    expect((await service.client(oldest).get('/users/me')).status).toBe(200);
    service.clock.advance(1000);
    const newest = await tokenOf(made);
    expect((await service.client(oldest).get('/users/me')).status).toBe(401);
    expect((await service.client(newest).get('/users/me')).status).toBe(200);
    const kept = await service.engine.query<{ count: number }>(
      'select count(*)::integer as count from api_tokens where oauth_client_id = $1::bigint',
      [made.id],
    );
    expect(kept).toEqual([{ count: 1000 }]);
  });

  it('of another account is not found and not listed', async () => {
    const theirs = await makeClient(second);
    const mine: string[] = [];
    for (let count = 0; count < 3; count += 1) mine.push((await makeClient(first)).id);
    const pages = await follow(first, { path: '/oauth_clients?per_page=2' });
    const seen = pages.flat().map(({ id }) => id);
    expect(seen).toEqual(expect.arrayContaining(mine));
    expect(seen).not.toContain(theirs.id);
    expect((await follow(first, { path: '/oauth_clients?per_page=2&page=1' })).flat().map(({ id }) => id)).toEqual(
      seen,
    );
    for (const id of [theirs.id, '987654321']) {
      const answers = [
        await first.get(`/oauth_clients/${id}`),
        await first.patch(`/oauth_clients/${id}`, body(), { 'if-match': '"9"' }),
        await first.delete(`/oauth_clients/${id}`, { 'if-match': '"9"' }),
      ];
      expect(answers.map((answer) => answer.body.detail)).toEqual(Array(3).fill(`There is no OAuth client ${id}.`));
    }
    const me = await service.client(await tokenOf(theirs)).get('/users/me');
    expect(me.body.user.id).toBe((await second.get('/users/me')).body.user.id);
  });
});
