import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Client, Json, Reply } from '../../support/service/client.ts';
import { hold } from '../../support/service/hold.ts';
import { make, next } from '../../support/data/make.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';
import { clientOf } from '../../support/service/tokens.ts';

let service: TestService;
let first: Client;
let nobody: Client;
let admin: Json;
beforeAll(async () => {
  // The tests send more requests than one address may send, so each request has its own address.
  service = await startTestService({ TRUST_PROXY: '1' });
  ({ first } = service);
  nobody = service.client(null);
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

const form = 'application/x-www-form-urlencoded';
const grant = { grant_type: 'client_credentials' };

/** A new client address, so that the tests do not share a rate limit. */
const fromElsewhere = () => ({ 'x-forwarded-for': `10.0.${next() >> 8}.${next() & 255}` });

const askJson = (fields: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  nobody.post(`${service.url}/api/2023-01/oauth/token`, fields, { ...fromElsewhere(), ...headers });

const askForm = (fields: Record<string, string> | string, headers: Record<string, string> = {}): Promise<Reply> =>
  askJson(String(new URLSearchParams(fields)), { 'content-type': form, ...headers });

const credentials = ({ client_id, client_secret }: Json) => ({ client_id, client_secret });

const basic = ({ client_id, client_secret }: Json) => ({
  authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
});

const told = ({ status, body: { error, code } }: Reply) => [status, error, code];

describe('an access token', () => {
  it('is issued for a form or JSON, with the secret in the body or in HTTP Basic', async () => {
    const client = await makeClient(first);
    const answers = [
      await askForm({ ...grant, ...credentials(client) }),
      await askForm({ ...grant, ...credentials(client) }, { 'content-type': `${form}; charset=UTF-8` }),
      await askJson({ ...grant, ...credentials(client) }),
      await askForm({ ...grant, scope: '', client_secret: '' }, basic(client)),
      await askJson({ ...grant, client_id: client.client_id }, basic(client)),
    ];
    for (const { status, body: answer, headers } of answers) {
      expect(status).toBe(200);
      expect(answer).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read write' });
      expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
      const bearer = service.client(answer.access_token);
      expect((await bearer.get('/users/me')).body.user.id).toBe(admin.id);
      expect((await bearer.post('/lead_sources', { lead_source: { name: 'T' } })).body.required_scope).toBe('admin');
    }
    expect((await first.get(`/oauth_clients/${client.id}`)).body.oauth_client.last_used_at).not.toBeNull();
  });

  it('has the requested scopes, if the client has them', async () => {
    const client = await makeClient(first, { scopes: ['read', 'write'] });
    const narrow = (await askForm({ ...grant, ...credentials(client), scope: 'read' })).body;
    expect(narrow.scope).toBe('read');
    const bearer = service.client(narrow.access_token);
    expect((await bearer.post('/projects', { project: { name: 'T' } })).body.required_scope).toBe('write');
    for (const scope of ['admin', 'read admin', 'everything']) {
      const answer = await askForm({ ...grant, ...credentials(client), scope });
      expect(told(answer)).toEqual([400, 'invalid_scope', 'invalid_query']);
      expect(answer.body.errors).toMatchObject([{ parameter: 'scope', code: 'not_allowed' }]);
    }
  });

  it('expires after an hour, and is not in the list of API tokens', async () => {
    const client = await makeClient(first);
    const { access_token: token } = (await askForm({ ...grant, ...credentials(client) })).body;
    const bearer = service.client(token);
    service.clock.advance(3_599_999);
    expect((await bearer.get('/users/me')).status).toBe(200);
    service.clock.advance(1);
    expect((await bearer.get('/users/me')).status).toBe(401);
    const listed = (await first.get('/api_tokens?per_page=500')).body.api_tokens;
    expect(listed.filter(({ name }: Json) => name === client.name)).toEqual([]);
    await askForm({ ...grant, ...credentials(client) });
    const left = await service.engine.query('select id from api_tokens where oauth_client_id = $1::bigint', [
      client.id,
    ]);
    expect(left).toHaveLength(1);
  });

  it('ends with its client or with the user who created the client, and a restored user does not bring it back', async () => {
    const other = await make(first, 'users', { role: 'admin' });
    const byOther = (await clientOf(service, { userId: other.id })).client;
    const [doomed, orphaned] = [await makeClient(first), await makeClient(byOther)];
    const bearers: Client[] = [];
    for (const client of [doomed, orphaned]) {
      bearers.push(service.client((await askForm({ ...grant, ...credentials(client) })).body.access_token));
    }
    await first.delete(`/oauth_clients/${doomed.id}`);
    await first.delete(`/users/${other.id}`);
    for (const bearer of bearers) expect((await bearer.get('/users/me')).status).toBe(401);
    await first.post(`/users/${other.id}/restore`);
    for (const client of [doomed, orphaned]) {
      expect(told(await askForm({ ...grant, ...credentials(client) }))).toEqual([
        401,
        'invalid_client',
        'unauthenticated',
      ]);
    }
    for (const bearer of bearers) expect((await bearer.get('/users/me')).status).toBe(401);
  });

  it('cannot create credentials, because they would outlive its client', async () => {
    const client = await makeClient(first, { scopes: ['read', 'write', 'admin'] });
    const { access_token: token } = (await askForm({ ...grant, ...credentials(client) })).body;
    const bearer = service.client(token);
    expect((await bearer.post('/oauth_clients', body())).body.code).toBe('forbidden');
    expect((await bearer.post('/api_tokens', { api_token: { name: 'T', scopes: ['read'] } })).body.code).toBe(
      'forbidden',
    );
    expect((await bearer.get('/audit_log')).status).toBe(200);
  });
});

describe('the token endpoint', () => {
  it('gives an unknown client and a wrong secret the same response', async () => {
    const client = await makeClient(first);
    const wrong = { client_id: client.client_id, client_secret: `${client.client_secret}x` };
    const unknown = { client_id: `plbc_${'x'.repeat(20)}`, client_secret: client.client_secret };
    const strange = { client_id: 'a\u0000b', client_secret: 'x' };
    const answers = [
      await askForm({ ...grant, ...wrong }),
      await askForm({ ...grant, ...unknown }),
      await askJson({ ...grant, ...strange }),
      await askForm(grant, basic(wrong)),
    ];
    const said = answers.map((answer) => ({ ...answer.body, request_id: '' }));
    expect(said[0]).toEqual({
      type: `${service.url}/docs/errors#unauthenticated`,
      title: 'A valid API token is needed',
      status: 401,
      detail: 'There is no client with this id and this secret.',
      instance: '/api/2023-01/oauth/token',
      code: 'unauthenticated',
      error: 'invalid_client',
      error_description: 'There is no client with this id and this secret.',
      request_id: '',
      errors: [],
    });
    for (const one of said) expect(one).toEqual(said[0]);
    for (const { headers } of answers) expect(headers.get('www-authenticate')).toBe('Basic realm="Plumbline"');
  });

  it.each<[string, unknown, Record<string, string>, unknown[]]>([
    ['no grant type', {}, {}, [400, 'invalid_request', 'missing_parameter']],
    ['an empty body', '', {}, [400, 'invalid_request', 'missing_parameter']],
    ['another grant type', { grant_type: 'password' }, {}, [400, 'unsupported_grant_type', 'invalid_query']],
    ['no credentials', grant, {}, [401, 'invalid_client', 'unauthenticated']],
    ['no secret', { ...grant, client_id: 'x' }, {}, [401, 'invalid_client', 'unauthenticated']],
    ['a bearer', grant, { authorization: 'Bearer x' }, [401, 'invalid_client', 'unauthenticated']],
    ['no Base64 of a pair', grant, { authorization: 'Basic x' }, [401, 'invalid_client', 'unauthenticated']],
    ['two proofs', { ...grant, client_secret: 'x' }, basic({}), [400, 'invalid_request', 'invalid_query']],
    ['two ids', { ...grant, client_id: 'x' }, basic({}), [400, 'invalid_request', 'invalid_query']],
    ['a number', { ...grant, client_id: 5 }, {}, [400, 'invalid_request', 'invalid_query']],
    ['a list', [], {}, [400, 'invalid_request', 'malformed_json']],
    ['half of JSON', '{', {}, [400, 'invalid_request', 'malformed_json']],
    ['plain text', 'x', { 'content-type': 'text/plain' }, [415, 'invalid_request', 'unsupported_media_type']],
    ['a parameter twice', 'scope=a&scope=b', { 'content-type': form }, [400, 'invalid_request', 'invalid_query']],
    ['no UTF-8', 'scope=%ff', { 'content-type': form }, [400, 'invalid_request', 'invalid_query']],
    ['too much', `scope=${'x'.repeat(65_536)}`, { 'content-type': form }, [413, 'invalid_request', 'too_large']],
  ])('refuses %s', async (_, sent, headers, expected) => {
    const answer = await askJson(sent, headers);
    expect(told(answer)).toEqual(expected);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.body.error_description).toMatch(/^[\x20-\x7e]+$/);
  });

  it('ignores unknown parameters, as RFC 6749 requires', async () => {
    const client = await makeClient(first);
    expect((await askForm({ ...grant, ...credentials(client), resource: 'x' })).status).toBe(200);
  });

  it.each(['/api/2023-01/oauth/token', '/oauth/token'])('issues tokens at %s', async (path) => {
    const client = await makeClient(first);
    const asked = { ...grant, ...credentials(client) };
    const { status, body } = await nobody.post(service.url + path, asked, fromElsewhere());
    expect([status, body.token_type, body.expires_in]).toEqual([200, 'Bearer', 3600]);
  });

  it('accepts only POST, and has a rate limit for each address', async () => {
    const got = await nobody.get(`${service.url}/api/2023-01/oauth/token`, fromElsewhere());
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    const address = fromElsewhere();
    const statuses: number[] = [];
    // The limit refills every minute, so a slow machine needs more requests to reach it.
    while (!statuses.includes(429) && statuses.length < 1500) {
      const asked = Array.from({ length: 150 }, async () => (await askForm(grant, address)).status);
      statuses.push(...(await Promise.all(asked)));
    }
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(100);
    expect(statuses).toContain(429);
  });
});

/** Only a Postgres server has several sessions, so that one can lock rows that another skips. */
if (inject('template').kind === 'postgres') {
  describe('a client whose access tokens are locked by another session', () => {
    it('still has at most 1,000 of them', async () => {
      const client = await makeClient(first);
      await service.engine.query(
        `insert into api_tokens (account_id, user_id, name, hash, scopes, expires_at, created_at, updated_at, oauth_client_id)
      select account_id, user_id, name, sha256(('crowd ' || n)::bytea), scopes, $2::timestamptz, created_at, created_at, id
      from oauth_clients, generate_series(1, 1000) n where id = $1::bigint`,
        [client.id, new Date(service.clock.now().getTime() + 3_600_000).toISOString()],
      );
      const holder = await hold(
        service,
        `select id from api_tokens where oauth_client_id = ${client.id} order by expires_at desc, id desc limit 500 for update`,
      );
      for (let count = 0; count < 5; count += 1) {
        expect((await askJson({ ...grant, ...credentials(client) })).status).toBe(200);
      }
      await holder.release();
      const kept = await service.engine.query<{ count: number }>(
        'select count(*)::integer as count from api_tokens where oauth_client_id = $1::bigint',
        [client.id],
      );
      expect(kept).toEqual([{ count: 1000 }]);
    });
  });
}
