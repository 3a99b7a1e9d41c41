import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Json, faults } from '../../support/service/client.ts';
import { make } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { clientOf, makeToken, tokenBody } from '../../support/service/tokens.ts';

let service: TestService;
let first: Client;
let admin: Json;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
  admin = (await first.get('/users/me')).body.user;
});
afterAll(() => service.stop());

const memberOf = async (role: string): Promise<{ user: Json; client: Client }> => {
  const user = await make(first, 'users', { role });
  return { user, client: (await clientOf(service, { userId: user.id })).client };
};

describe('the creation of an API token', () => {
  it('is limited to the scopes and the lifetime of the token that sends the request', async () => {
    const expiresAt = new Date(service.clock.now().getTime() + 60_000);
    const { client } = await clientOf(service, { userId: admin.id, scopes: ['read', 'write'], expiresAt });
    const wide = await client.post(
      '/api_tokens',
      tokenBody({ scopes: ['read', 'admin'], expires_at: '2999-01-01T00:00:00Z' }),
    );
    expect(wide.status).toBe(422);
    expect(wide.body.errors).toMatchObject([
      { pointer: '/api_token/scopes/1', code: 'not_allowed', allowed: ['read', 'write'] },
      { pointer: '/api_token/expires_at', code: 'not_allowed' },
    ]);
    expect((await makeToken(client)).expires_at).toBe(expiresAt.toISOString().replace('.000Z', 'Z'));
  });

  it('needs the scope write, or the scope and the role admin for another user', async () => {
    const { user, client: member } = await memberOf('member');
    const reader = (await clientOf(service, { userId: admin.id, scopes: ['read'] })).client;
    const writer = (await clientOf(service, { userId: admin.id, scopes: ['write'] })).client;
    const ruler = (await clientOf(service, { userId: admin.id, scopes: ['admin'] })).client;
    expect((await reader.post('/api_tokens', tokenBody())).body.required_scope).toBe('write');
    expect(
      (await writer.post('/api_tokens', tokenBody({ scopes: ['write'], user_id: user.id }))).body.required_scope,
    ).toBe('admin');
    expect((await ruler.post('/api_tokens', tokenBody({ scopes: ['admin'] }))).body.required_scope).toBe('write');
    expect((await member.post('/api_tokens', tokenBody({ user_id: admin.id }))).body.required_role).toBe('admin');
    expect((await makeToken(ruler, { scopes: ['admin'], user_id: user.id })).user.id).toBe(user.id);
    expect((await makeToken(writer, { scopes: ['write'] })).user.id).toBe(admin.id);
  });

  it('is open to every user for themselves, also to viewers, whose tokens only read', async () => {
    const { user, client } = await memberOf('viewer');
    const { id, token, user: owner } = await makeToken(client);
    expect(owner.id).toBe(user.id);
    const bearer = service.client(token);
    expect((await bearer.get('/projects')).status).toBe(200);
    expect((await bearer.post('/projects', { project: { name: 'T' } })).body.required_role).toBe('member');
    expect((await client.delete(`/api_tokens/${id}`)).status).toBe(204);
  });

  it('with an acting user creates a token of that user', async () => {
    const { user } = await memberOf('member');
    const made = await first.post('/api_tokens', tokenBody(), { 'plumbline-acting-user': user.id });
    expect(made.body.api_token.user.id).toBe(user.id);
    const [change] = (await first.get('/audit_log?per_page=1')).body.changes;
    expect([change.user.id, change.via.id]).toEqual([user.id, admin.id]);
  });

  it('is refused for a deactivated user', async () => {
    const { user } = await memberOf('member');
    await first.delete(`/users/${user.id}`);
    expect(faults(await first.post('/api_tokens', tokenBody({ user_id: user.id })))).toEqual([
      ['/api_token/user_id', 'invalid_reference'],
    ]);
  });
});
