import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Json, type Reply, faults } from '../../support/service/client.ts';
import { tablesWith } from '../../support/service/kept.ts';
import { follow } from '../../support/data/links.ts';
import { make, next } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { clientOf, makeToken, tokenBody } from '../../support/service/tokens.ts';

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

const ids = ({ body: { api_tokens: listed } }: Reply): string[] => listed.map(({ id }: Json) => id);

const memberOf = async (role: string): Promise<{ user: Json; client: Client }> => {
  const user = await make(first, 'users', { role });
  return { user, client: (await clientOf(service, { userId: user.id })).client };
};

describe('an API token', () => {
  it('shows its text once, on creation, and works until it is revoked', async () => {
    const made = await first.post('/api_tokens', tokenBody({ scopes: ['write', 'read'] }));
    const { token, ...record } = made.body.api_token;
    expect(made.headers.get('location')).toBe(`/api/2023-01/api_tokens/${record.id}`);
    expect(token).toMatch(/^plb_[0-9A-Za-z]{36}$/);
    expect(record).toMatchObject({ scopes: ['read', 'write'], expires_at: null, last_used_at: null });
    expect(record.user.id).toBe(admin.id);
    expect((await first.get(`/api_tokens/${record.id}`)).body).toEqual({ api_token: record });
    const bearer = service.client(token);
    expect((await bearer.get('/users/me')).body.user.id).toBe(admin.id);
    const [listed] = (await first.get('/api_tokens?per_page=1')).body.api_tokens;
    expect(listed).toEqual({ ...record, last_used_at: '2026-03-02T15:00:00Z' });

    expect((await first.delete(`/api_tokens/${record.id}`)).status).toBe(204);
    expect((await bearer.get('/users/me')).status).toBe(401);
    expect((await first.get(`/api_tokens/${record.id}`)).body.code).toBe('not_found');
    expect((await first.delete(`/api_tokens/${record.id}`)).body.code).toBe('not_found');
    expect(ids(await first.get('/api_tokens?per_page=500'))).not.toContain(record.id);
  });

  it('counts toward the limit of 100 for its user until it is revoked or expired', async () => {
    const { user } = await memberOf('member');
    const sent = { user_id: user.id };
    const soon = new Date(service.clock.now().getTime() + 1000).toISOString();
    const few = await Promise.all([makeToken(first, sent), makeToken(first, { ...sent, expires_at: soon })]);
    await service.engine.query(
      `insert into api_tokens (account_id, user_id, name, hash, scopes, created_at, updated_at)
      select account_id, id, 'One of many', sha256(('many ' || id || n)::bytea), '{read}', now(), now()
      from users, generate_series(1, 96) n where id = $1::bigint`,
      [user.id],
    );
    const twins = await Promise.all([1, 2, 3].map(() => first.post('/api_tokens', tokenBody(sent))));
    expect(twins.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const refused = twins.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ code: 'conflict', detail: expect.stringContaining('100 API tokens') });
    await first.delete(`/api_tokens/${few[0].id}`);
    expect((await first.post('/api_tokens', tokenBody(sent))).status).toBe(201);
    service.clock.advance(1000);
    expect((await first.post('/api_tokens', tokenBody(sent))).status).toBe(201);
    expect((await first.post('/api_tokens', tokenBody(sent))).status).toBe(409);
  });

  it('can revoke itself', async () => {
    const { id, token } = await makeToken(first);
    const bearer = service.client(token);
    expect((await bearer.delete(`/api_tokens/${id}`)).status).toBe(204);
    expect((await bearer.get('/users/me')).status).toBe(401);
  });

  it('has its creation and its revocation in the audit log, and its text is stored nowhere', async () => {
    const { token, ...record } = await makeToken(first, { name: 'Logged', scopes: ['read'] });
    await service.client(token).get('/users/me');
    await first.delete(`/api_tokens/${record.id}`);
    const { changes } = (await first.get('/audit_log?per_page=2')).body;
    expect(changes).toMatchObject([
      { resource: 'api_tokens', record_id: record.id, action: 'delete', fields: {}, source: 'api' },
      { resource: 'api_tokens', record_id: record.id, action: 'create' },
    ]);
    expect(changes[1].user.id).toBe(admin.id);
    expect(changes[1].fields).toEqual({
      name: { from: null, to: 'Logged' },
      scopes: { from: null, to: ['read'] },
      user_id: { from: null, to: admin.id },
    });
    expect(await tablesWith(service, token)).toEqual([]);
    expect(service.logged.join('\n')).not.toContain(token);
  });

  it('expires at its expiry time', async () => {
    const expiresAt = new Date(service.clock.now().getTime() + 1000).toISOString();
    const { token, expires_at: shown } = await makeToken(first, { expires_at: expiresAt });
    expect(shown).toBe(expiresAt.replace('.000Z', 'Z'));
    service.clock.advance(999);
    expect((await service.client(token).get('/users/me')).status).toBe(200);
    service.clock.advance(1);
    expect((await service.client(token).get('/users/me')).status).toBe(401);
  });

  it('has an ETag for If-Match', async () => {
    const { id } = await makeToken(first);
    const etag = (await first.get(`/api_tokens/${id}`)).headers.get('etag') ?? '';
    expect((await first.delete(`/api_tokens/${id}`, { 'if-match': '"7"' })).body.code).toBe('stale');
    expect((await first.delete(`/api_tokens/${id}`, { 'if-match': etag })).status).toBe(204);
  });
});

describe('the request to create a token', () => {
  it('creates one token under one key, returns its text again in each retry, and leaves no clear text in the database', async () => {
    const headers = { 'idempotency-key': `key ${next()}` };
    const sent = tokenBody();
    const [one, other] = await Promise.all([
      first.post('/api_tokens', sent, headers),
      first.post('/api_tokens', sent, headers),
    ]);
    const late = await first.post('/api_tokens', sent, headers);
    expect([one.status, other.status, late.status]).toEqual([201, 201, 201]);
    expect(new Set([one.text, other.text, late.text]).size).toBe(1);
    expect(late.headers.get('idempotent-replayed')).toBe('true');
    expect(late.headers.get('location')).toBe(one.headers.get('location'));
    expect(await tablesWith(service, one.body.api_token.token)).toEqual([]);
    const reused = await first.post('/api_tokens', tokenBody(), headers);
    expect(reused.body.code).toBe('idempotency_key_reused');
    const ending = { 'idempotency-key': `key ${next()}` };
    const path = `/api_tokens/${one.body.api_token.id}`;
    expect((await first.delete(path, ending)).status).toBe(204);
    expect((await first.delete(path, ending)).headers.get('idempotent-replayed')).toBe('true');
  });

  it('gets every error in one response', async () => {
    const wrong = await first.post('/api_tokens', {
      api_token: {
        nmae: 'x',
        scopes: ['read', 'everything'],
        expires_at: '2020-01-01T00:00:00Z',
        user_id: '987654321',
      },
    });
    expect(wrong.status).toBe(422);
    expect(faults(wrong)).toEqual([
      ['/api_token/expires_at', 'not_allowed'],
      ['/api_token/name', 'required'],
      ['/api_token/nmae', 'unknown_field'],
      ['/api_token/scopes/1', 'not_allowed'],
      ['/api_token/user_id', 'invalid_reference'],
    ]);
    expect(wrong.body.errors.find(({ code }: Json) => code === 'unknown_field').suggestion).toBe('name');
  });

  it.each<[object, [string, string]]>([
    [{ name: ' ' }, ['/api_token/name', 'required']],
    [{ name: 5 }, ['/api_token/name', 'wrong_type']],
    [{ name: 'x'.repeat(256) }, ['/api_token/name', 'too_long']],
    [{ scopes: [] }, ['/api_token/scopes', 'required']],
    [{ scopes: null }, ['/api_token/scopes', 'required']],
    [{ scopes: 'read' }, ['/api_token/scopes', 'wrong_type']],
    [{ scopes: ['read', 'read'] }, ['/api_token/scopes', 'duplicate']],
    [{ expires_at: '2999-01-01' }, ['/api_token/expires_at', 'invalid_format']],
    [{ user_id: 5 }, ['/api_token/user_id', 'wrong_type']],
    [{ user_id: 'me' }, ['/api_token/user_id', 'invalid_reference']],
  ])('is refused with %j', async (fields, fault) => {
    const answer = await first.post('/api_tokens', tokenBody(fields));
    expect([answer.status, faults(answer)]).toEqual([422, [fault]]);
  });

  it('needs one wrapper, and accepts the fields that a response contains', async () => {
    expect((await first.post('/api_tokens', tokenBody().api_token)).body.errors[0].code).toBe('wrong_wrapper');
    const made = await makeToken(first);
    expect((await makeToken(first, { ...made, expires_at: '' })).id).not.toBe(made.id);
  });
});

describe('the list of tokens', () => {
  it("has only the user's own tokens for a member, and all tokens for an admin with the scope admin", async () => {
    const { user, client: member } = await memberOf('member');
    const theirs = await makeToken(member);
    const mine = await makeToken(first);
    const narrow = (await clientOf(service, { userId: admin.id, scopes: ['read', 'write'] })).client;
    const seen = async (client: Client) => (await client.get('/api_tokens?per_page=500')).body.api_tokens as Json[];
    expect(new Set((await seen(member)).map((token) => token.user.id))).toEqual(new Set([user.id]));
    expect(new Set((await seen(narrow)).map((token) => token.user.id))).toEqual(new Set([admin.id]));
    expect((await seen(first)).map(({ id }) => id)).toEqual(expect.arrayContaining([theirs.id, mine.id]));
    for (const [client, scope] of [
      [narrow, 'admin'],
      [member, undefined],
    ] as const) {
      const other = client === narrow ? theirs : mine;
      for (const answer of [
        await client.get(`/api_tokens/${other.id}`),
        await client.delete(`/api_tokens/${other.id}`),
      ]) {
        expect([answer.status, answer.body.code, answer.body.required_scope]).toEqual([403, 'forbidden', scope]);
      }
    }
    expect((await first.delete(`/api_tokens/${theirs.id}`)).status).toBe(204);
  });

  it('has pages, by cursor and by number', async () => {
    for (let count = 0; count < 3; count += 1) await makeToken(first);
    const all = ids(await first.get('/api_tokens?per_page=500'));
    for (const path of ['/api_tokens?per_page=2', '/api_tokens?per_page=2&page=1']) {
      const pages = await follow(first, { path });
      expect(pages.flat().map(({ id }) => id)).toEqual(all);
    }
    expect((await first.get('/api_tokens?per_page=1&nothing=1')).body.code).toBe('invalid_query');
  });

  it('and all other paths hide the tokens of another account', async () => {
    const theirs = await makeToken(second);
    expect(ids(await first.get('/api_tokens?per_page=500'))).not.toContain(theirs.id);
    for (const id of [theirs.id, '987654321', '01', 'x']) {
      expect((await first.get(`/api_tokens/${id}`)).body.detail).toBe(`There is no API token ${id}.`);
      expect((await first.delete(`/api_tokens/${id}`, { 'if-match': '"9"' })).body.code).toBe('not_found');
    }
    const foreign = (await second.get('/users/me')).body.user.id;
    expect(faults(await first.post('/api_tokens', tokenBody({ user_id: foreign })))).toEqual([
      ['/api_token/user_id', 'invalid_reference'],
    ]);
    expect((await service.client(theirs.token).get('/users/me')).status).toBe(200);
  });

  it('and single tokens are read and deleted with the account in every statement', async () => {
    const { id } = await makeToken(first);
    await first.get('/users/me');
    service.statements.length = 0;
    await first.get('/api_tokens?per_page=2');
    await first.get(`/api_tokens/${id}`);
    await first.delete(`/api_tokens/${id}`);
    const texts = service.statements.filter((text) => !/^(begin|commit)$/.test(text) && !text.includes('t.hash ='));
    expect(texts).toHaveLength(5);
    for (const text of texts) expect(text).toMatch(/account_id/);
  });
});
