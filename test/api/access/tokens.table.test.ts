import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeToken } from '../../../src/store/access/tokens.ts';
import type { TokenScope } from '../../../src/resources/vocabulary/choices.ts';
import type { Client, Reply } from '../../support/service/client.ts';
import { collectionOf, leastBody, make } from '../../support/data/make.ts';
import { shapes } from '../../support/data/registry.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { clientOf } from '../../support/service/tokens.ts';

let service: TestService;
let first: Client;
let adminId: string;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
  adminId = (await first.get('/users/me')).body.user.id;
});
afterAll(() => service.stop());

const refused = ({ status, body, headers }: Reply) => [status, body.code, headers.get('www-authenticate')];
const unauthenticated = [401, 'unauthenticated', 'Bearer'];

describe('a request', () => {
  it.each(['Bearer', 'Bearer ', 'Bearer nobody-knows-this', 'Basic YTpi', 'Bearer a b', 'Bearer \u00e9'])(
    'with the credential %j gets a 401',
    async (authorization) => {
      const answer = await service.client(null).get('/projects', { authorization });
      expect(refused(answer)).toEqual(unauthenticated);
    },
  );

  it('without a credential gets a 401, also if it has other errors', async () => {
    const nobody = service.client(null);
    expect(refused(await nobody.get('/projects?nonsense=1'))).toEqual(unauthenticated);
    expect(refused(await nobody.post('/projects', '{'))).toEqual(unauthenticated);
    expect(refused(await nobody.get('/projects/1'))).toEqual(unauthenticated);
  });

  it('may omit the word Bearer, or write it in any case', async () => {
    const text = service.tokens.first;
    for (const authorization of [text, `bearer ${text}`, `BEARER  ${text}`]) {
      expect((await service.client(null).get('/users/me', { authorization })).status).toBe(200);
    }
  });
});

describe('a token', () => {
  it('is valid until its expiry time', async () => {
    const expiresAt = new Date(service.clock.now().getTime() + 1000);
    const { client } = await clientOf(service, { userId: adminId, expiresAt });
    service.clock.advance(999);
    expect((await client.get('/users/me')).status).toBe(200);
    service.clock.advance(1);
    expect(refused(await client.get('/users/me'))).toEqual(unauthenticated);
  });

  it('is invalid after its revocation', async () => {
    const { client, id } = await clientOf(service, { userId: adminId });
    expect((await client.get('/users/me')).status).toBe(200);
    await revokeToken(service.engine, service.accounts.first, id, service.clock.now());
    expect(refused(await client.get('/users/me'))).toEqual(unauthenticated);
  });

  it('is invalid after the deactivation of its user, and stays so if the user is restored', async () => {
    const user = await make(first, 'users', { role: 'member' });
    const { client } = await clientOf(service, { userId: user.id });
    expect((await client.get('/users/me')).body.user.id).toBe(user.id);
    expect((await first.delete(`/users/${user.id}`)).status).toBe(204);
    expect(refused(await client.get('/users/me'))).toEqual(unauthenticated);
    expect((await first.post(`/users/${user.id}/restore`)).status).toBe(200);
    expect(refused(await client.get('/users/me'))).toEqual(unauthenticated);
    expect((await (await clientOf(service, { userId: user.id })).client.get('/users/me')).status).toBe(200);
  });
});

const without = (scope: TokenScope): TokenScope[] =>
  (['read', 'write', 'admin'] as const).filter((one) => one !== scope);

describe.each(shapes)('%s', (plural, resource) => {
  const wrap = (fields: object) => ({ [resource.singular]: fields });

  /** Every kind of write, with the status that an authorized client gets. */
  async function writes(maker = first): Promise<[(client: Client) => Promise<Reply>, number][]> {
    const { id } = await make(maker, plural);
    const deleted = await make(maker, plural);
    await maker.delete(`/${plural}/${deleted.id}`);
    const least = await leastBody(maker, resource);
    const collection = await collectionOf(first, resource);
    const same = wrap({});
    return [
      [(client) => client.post(collection, wrap(least)), 201],
      [(client) => client.patch(`/${plural}/${id}`, same), 200],
      [(client) => client.delete(`/${plural}/${id}`), 204],
      [(client) => client.post(`/${plural}/${deleted.id}/restore`), 200],
    ];
  }

  it('need the scope read for reads, and the scope write or admin for writes', async () => {
    const noRead = (await clientOf(service, { userId: adminId, scopes: without('read') })).client;
    for (const path of [`/${plural}`, `/${plural}/1`, `/${plural}/1/history`]) {
      const answer = await noRead.get(path);
      expect([answer.status, answer.body.code, answer.body.required_scope]).toEqual([403, 'forbidden', 'read']);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="read"');
    }
    const needed = resource.adminOnly ? 'admin' : 'write';
    const narrow = (await clientOf(service, { userId: adminId, scopes: without(needed) })).client;
    const enough = (await clientOf(service, { userId: adminId, scopes: [needed] })).client;
    for (const [send, status] of await writes()) {
      const answer = await send(narrow);
      expect([answer.status, answer.body.code, answer.body.required_scope]).toEqual([403, 'forbidden', needed]);
      expect(answer.headers.get('www-authenticate')).toBe(`Bearer error="insufficient_scope", scope="${needed}"`);
      expect((await send(enough)).status).toBe(status);
    }
  });

  it('cannot be written by a viewer, nor by a member if the resource is for admins', async () => {
    const viewer = await make(first, 'users', { role: 'viewer' });
    const member = await make(first, 'users', { role: 'member' });
    const byViewer = (await clientOf(service, { userId: viewer.id })).client;
    const byMember = (await clientOf(service, { userId: member.id })).client;
    expect((await byViewer.get(`/${plural}`)).status).toBe(200);
    // A member may write only their own personal records.
    for (const [send, status] of await writes(resource.personal ? byMember : first)) {
      const answer = await send(byViewer);
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
      expect(answer.body.required_role).toBe(resource.adminOnly ? 'admin' : 'member');
      expect((await send(byMember)).status).toBe(resource.adminOnly ? 403 : status);
    }
  });
});

describe('the audit log', () => {
  it('is only for admins with the scope admin', async () => {
    const member = await make(first, 'users', { role: 'member' });
    const byMember = (await clientOf(service, { userId: member.id })).client;
    const narrow = (await clientOf(service, { userId: adminId, scopes: ['read', 'write'] })).client;
    expect((await byMember.get('/audit_log')).body.required_role).toBe('admin');
    expect((await narrow.get('/audit_log')).body.required_scope).toBe('admin');
    expect((await first.get('/audit_log')).status).toBe(200);
  });
});

describe('an acting user', () => {
  it("is the user of the request, with that user's role", async () => {
    const viewer = await make(first, 'users', { role: 'viewer' });
    const acting = { 'plumbline-acting-user': viewer.id };
    expect((await first.get('/users/me', acting)).body.user.id).toBe(viewer.id);
    expect((await first.post('/projects', { project: { name: 'T' } }, acting)).status).toBe(403);
  });

  it('other than the owner of the token needs an admin and the scope admin', async () => {
    const member = await make(first, 'users', { role: 'member' });
    const other = await make(first, 'users');
    const acting = { 'plumbline-acting-user': other.id };
    const byMember = (await clientOf(service, { userId: member.id })).client;
    const narrow = (await clientOf(service, { userId: adminId, scopes: ['read', 'write'] })).client;
    expect((await byMember.get('/users/me', acting)).status).toBe(403);
    expect((await narrow.get('/users/me', acting)).status).toBe(403);
    expect((await byMember.get('/users/me', { 'plumbline-acting-user': member.id })).status).toBe(200);
  });

  it('must be a live user of the account', async () => {
    const gone = await make(first, 'users');
    await first.delete(`/users/${gone.id}`);
    for (const id of [gone.id, '987654321', 'me', '']) {
      const { status, body } = await first.get('/users/me', { 'plumbline-acting-user': id });
      expect([status, body.code, body.errors[0].parameter]).toEqual([400, 'invalid_query', 'Plumbline-Acting-User']);
    }
  });

  it('that is unknown gives a 400 each time, and the token stays valid', async () => {
    const { client, id } = await clientOf(service, { userId: adminId });
    const acting = { 'plumbline-acting-user': '987654321' };
    for (let count = 0; count < 130; count += 1) expect((await client.get('/users/me', acting)).status).toBe(400);
    expect((await client.get('/users/me')).status).toBe(200);
    const lines = service.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.filter(({ token_id: token, status }) => token === id && status === 400)).toHaveLength(130);
  });

  it('is not checked if the token lacks the required scope', async () => {
    const { client } = await clientOf(service, { userId: adminId, scopes: ['write', 'admin'] });
    const { status, body } = await client.get('/projects', { 'plumbline-acting-user': '987654321' });
    expect([status, body.required_scope]).toEqual([403, 'read']);
  });
});
