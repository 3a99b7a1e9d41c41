import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browsing, makePerson, password, signedIn } from '../../support/service/browsing.ts';
import type { Client, Json } from '../../support/service/client.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
let person: Json;
let cookies: ReadonlyMap<string, string>;
beforeAll(async () => {
  service = await startTestService({ TRUST_PROXY: '1', CORS_ORIGINS: 'https://portal.example' });
  ({ first } = service);
  person = await makePerson(first, { role: 'member' });
  ({ cookies } = await signedIn(service, person));
});
afterAll(() => service.stop());

/** Returns a browser with the cookies of a session, which says nothing about where its requests come from. */
function silent(): Browsing {
  const bare = new Browsing(service, { 'sec-fetch-site': '' });
  for (const [name, value] of cookies) bare.cookies.set(name, value);
  return bare;
}

const lead = { lead: { name: 'School' } };
const own = (): string => new URL(service.url).origin;

describe('a change with the cookie of a session', () => {
  const origins: [string, () => Record<string, string>, number][] = [
    ['of a page of the service', () => ({ 'sec-fetch-site': 'same-origin' }), 201],
    ['of another site', () => ({ 'sec-fetch-site': 'cross-site' }), 403],
    ['of another origin of the same site', () => ({ 'sec-fetch-site': 'same-site' }), 403],
    ['of no page', () => ({ 'sec-fetch-site': 'none' }), 403],
    ['that contradicts its origin', () => ({ 'sec-fetch-site': 'cross-site', origin: own() }), 403],
  ];

  it.each(origins)('%s: %j is answered with %i', async (_, headers, status) => {
    const browser = silent();
    const answer = await browser.post('/leads', lead, headers());
    expect([answer.status, answer.body.code]).toEqual([status, status === 403 ? 'cross_site' : undefined]);
  });

  it.each(['post', 'patch', 'delete'] as const)('needs an own page for %s, and none for reads', async (method) => {
    const browser = silent();
    const foreign = { 'sec-fetch-site': 'cross-site' };
    const { id } = (await first.post('/leads', lead)).body.lead;
    const path = method === 'post' ? `/leads/${id}/convert` : `/leads/${id}`;
    const answer = await browser.send(method.toUpperCase(), path, method === 'delete' ? undefined : {}, foreign);
    expect([answer.status, answer.body.code]).toEqual([403, 'cross_site']);
    expect((await browser.get(`/leads/${id}`, foreign)).status).toBe(200);
    expect((await browser.send('HEAD', `/leads/${id}`, undefined, foreign)).status).toBe(200);
  });

  it('is refused before the session is looked up', async () => {
    const browser = silent();
    service.statements.length = 0;
    expect((await browser.post('/leads', lead, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(service.statements).toEqual([]);
  });
});

/** Sends a request whose only sign of its page is `Origin`: `fetch` of Node sends no `Sec-Fetch-Site`. */
async function statusFrom(headers: Record<string, string>, path = '/leads', body: object = lead): Promise<number> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return (await service.client(null).post(path, body, { cookie, ...headers })).status;
}

describe('a change with the cookie and without Sec-Fetch-Site', () => {
  it('needs the origin of the service', async () => {
    expect(await statusFrom({ origin: own() })).toBe(201);
    for (const headers of [
      {},
      { origin: 'null' },
      { origin: 'https://portal.example' },
      { origin: own().replace('http:', 'https:') },
      { origin: `${own()}.example` },
    ]) {
      expect(await statusFrom(headers), JSON.stringify(headers)).toBe(403);
    }
  });

  it('may come from the address under which the browser knows the service', async () => {
    const forwarded = { 'x-forwarded-host': 'crm.example', 'x-forwarded-for': '10.0.0.1' };
    expect(await statusFrom({ ...forwarded, origin: 'http://crm.example' })).toBe(201);
    expect(await statusFrom({ ...forwarded, origin: 'http://other.example' })).toBe(403);
  });
});

describe('a sign-in', () => {
  const body = () => ({ session: { email: person.email, password } });

  it('needs a page of the service if a browser sends it', async () => {
    const nobody = service.client(null);
    const foreign = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://e.example' },
    ];
    for (const headers of foreign) {
      const answer = await nobody.post('/session', body(), headers);
      expect([answer.status, answer.body.code]).toEqual([403, 'cross_site']);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect((await nobody.post('/session', body(), { origin: own() })).status).toBe(201);
    expect((await nobody.post('/session', body(), { 'sec-fetch-site': 'same-origin' })).status).toBe(201);
  });

  it('of a program needs none, unless it has the cookie of a session', async () => {
    expect((await service.client(null).post('/session', body())).status).toBe(201);
    expect(await statusFrom({}, '/session', body())).toBe(403);
  });

  it('with a link follows the same rule', async () => {
    const use = { link: { token: 'plbl_x', password: 'brick by the kiln' } };
    const answer = await service.client(null).post('/session/password', use, { 'sec-fetch-site': 'cross-site' });
    expect(answer.body.code).toBe('cross_site');
  });
});

describe('CORS', () => {
  it('never allows credentials, not even to an origin that may call the API', async () => {
    const origin = 'https://portal.example';
    for (const method of ['GET', 'OPTIONS']) {
      const asked = { origin, 'access-control-request-method': 'POST' };
      const { headers } = await fetch(`${service.url}/api/2023-01/leads`, { method, headers: asked });
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
  });
});

describe('behind https', () => {
  it('the cookies are secure and only of this host, and the others count for nothing', async () => {
    const https = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '10.0.0.1' };
    const browser = new Browsing(service, https);
    const answer = await browser.post('/session', { session: { email: person.email, password } });
    const [session, known] = answer.headers.getSetCookie();
    expect(session).toMatch(/^__Host-plumbline=plbw_\w{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    expect(known).toMatch(/^__Host-plumbline_browser=plbk_\w{43}; Path=\/; .*; Secure; Max-Age=\d+$/);
    expect((await browser.get('/users/me')).body.user.id).toBe(person.id);
    const plain = new Browsing(service, https);
    plain.cookies.set('plumbline_session', browser.cookies.get('__Host-plumbline') ?? '');
    expect((await plain.get('/users/me')).status).toBe(401);
    expect((await browser.delete('/session')).headers.getSetCookie()).toEqual([
      '__Host-plumbline=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0',
    ]);
  });
});
