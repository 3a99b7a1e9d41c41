import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browsing, makePerson, password, signedIn } from '../../support/service/browsing.ts';
import type { Client, Reply } from '../../support/service/client.ts';
import { make } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { clientOf } from '../../support/service/tokens.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const status = async (answer: Promise<Reply>): Promise<number> => (await answer).status;
const hour = 3_600_000;

describe('the end of a session', () => {
  it('is the sign-out, which also removes the cookie', async () => {
    const person = await makePerson(first);
    const [browser, other] = [await signedIn(service, person), await signedIn(service, person)];
    const cookies = new Map(browser.cookies);
    const answer = await browser.delete('/session');
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()).toEqual(['plumbline_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0']);
    const stolen = new Browsing(service);
    for (const [name, value] of cookies) stolen.cookies.set(name, value);
    const refused = await stolen.get('/users/me');
    expect([refused.status, refused.body.detail]).toEqual([401, 'The session has ended: sign in again.']);
    expect(await status(other.get('/users/me'))).toBe(200);
  });

  it('is the deactivation of its user, and a restored user does not bring it back', async () => {
    const person = await makePerson(first);
    const browser = await signedIn(service, person);
    await first.delete(`/users/${person.id}`);
    expect(await status(browser.get('/users/me'))).toBe(401);
    const again = await new Browsing(service).post('/session', { session: { email: person.email, password } });
    expect(again.body.code).toBe('invalid_credentials');
    await first.post(`/users/${person.id}/restore`);
    expect(await status(browser.get('/users/me'))).toBe(401);
  });

  it('is a change of the password by an admin; API tokens stay', async () => {
    const person = await makePerson(first);
    const browser = await signedIn(service, person);
    const { client } = await clientOf(service, { userId: person.id });
    await first.patch(`/users/${person.id}`, { user: { password: 'brick by the kiln' } });
    expect([await status(browser.get('/users/me')), await status(client.get('/users/me'))]).toEqual([401, 200]);
    await new Browsing(service).signIn({ email: person.email, password: 'brick by the kiln' });
  });

  it('is a fifty-first session: it ends the one that was used least recently', async () => {
    const person = await makePerson(first);
    const [oldest, second] = [await signedIn(service, person), await signedIn(service, person)];
    service.clock.advance(hour);
    await service.engine.query(
      `insert into api_tokens (account_id, user_id, name, purpose, hash, scopes, idle_seconds, address,
        created_at, updated_at, expires_at)
      select account_id, id, 'Session', 'session', sha256((id || ' crowd ' || n)::bytea), '{}', 3600, '::1',
        $2::timestamptz, $2::timestamptz, $2::timestamptz + interval '1 day'
      from users, generate_series(1, 48) n where id = $1::bigint`,
      [person.id, service.clock.now().toISOString()],
    );
    await second.get('/users/me');
    await signedIn(service, person);
    expect([await status(oldest.get('/users/me')), await status(second.get('/users/me'))]).toEqual([401, 200]);
    expect((await second.get('/sessions?per_page=500')).body.sessions).toHaveLength(50);
  });
});

describe('an ended session', () => {
  it('is forgotten with its last use, once it has ended for an hour; one in use is not', async () => {
    const person = await makePerson(first);
    const used = new Browsing(service);
    await used.signIn({ email: person.email, password, remember: true });
    const [ended, late] = [await signedIn(service, person), await signedIn(service, person)];
    service.clock.advance(hour);
    await late.get('/users/me');
    await ended.get('/users/me');
    service.clock.advance(hour);
    await late.get('/users/me');
    const kept = async () => {
      const [row] = await service.engine.query<{ tokens: number; uses: number }>(
        `select count(*)::integer as tokens, count(u.token_id)::integer as uses
        from api_tokens t left join token_uses u on u.token_id = t.id where t.user_id = $1::bigint`,
        [person.id],
      );
      const [orphans] = await service.engine.query<{ count: number }>(
        `select count(*)::integer as count from token_uses where token_id not in (select id from api_tokens)`,
      );
      return [row?.tokens, row?.uses, orphans?.count];
    };
    expect(await kept()).toEqual([3, 2, 0]);
    // One has ended for an hour, and the other for less.
    service.clock.advance(12 * hour);
    await signedIn(service, person);
    expect(await kept()).toEqual([3, 1, 0]);
    expect(await status(used.get('/users/me'))).toBe(200);
    expect([await status(late.get('/users/me')), await status(ended.get('/users/me'))]).toEqual([401, 401]);
    service.clock.advance(hour);
    await signedIn(service, person);
    expect(await kept()).toEqual([3, 1, 0]);
  });
});

describe('the audit log', () => {
  it('names sign-ins, sign-outs and ended sessions', async () => {
    const person = await makePerson(first);
    const [browser, other] = [new Browsing(service), new Browsing(service)];
    const one = await browser.signIn({ email: person.email, password });
    const two = await other.signIn({ email: person.email, password });
    await browser.delete(`/sessions/${two.id}`);
    await browser.delete('/session');
    const { changes } = (await first.get(`/audit_log?resource=sessions&user_id=${person.id}`)).body;
    const fields = { address: { from: null, to: '127.0.0.1' }, browser: { from: null, to: 'node' } };
    expect(changes).toMatchObject([
      { record_id: one.id, action: 'delete', source: 'ui', fields: {} },
      { record_id: two.id, action: 'delete', source: 'ui' },
      { record_id: two.id, action: 'create', source: 'ui', fields },
      { record_id: one.id, action: 'create', user: { id: person.id } },
    ]);
  });
});

describe('a session and a token', () => {
  it('do not replace each other: GET and DELETE /session need a session', async () => {
    for (const answer of [await first.get('/session'), await first.delete('/session')]) {
      expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
    }
    expect(await status(new Browsing(service).get('/session'))).toBe(401);
  });

  it("are not accepted in each other's place", async () => {
    const browser = await signedIn(service, await makePerson(first));
    const text = browser.cookies.get('plumbline_session') ?? '';
    expect(await status(service.client(text).get('/users/me'))).toBe(401);
    const disguised = new Browsing(service);
    disguised.cookies.set('plumbline_session', service.tokens.first);
    expect(await status(disguised.get('/users/me'))).toBe(401);
  });

  it('in one request: the service ignores the cookie', async () => {
    const person = await makePerson(first);
    const browser = await signedIn(service, person);
    const authorization = `Bearer ${service.tokens.first}`;
    expect((await browser.get('/users/me', { authorization })).body.user.role).toBe('admin');
    expect(await status(browser.get('/users/me', { authorization: 'Bearer nobody' }))).toBe(401);
    expect(await status(browser.get('/users/me', { authorization: '' }))).toBe(401);
    const answer = await browser.post(
      '/leads',
      { lead: { name: 'T' } },
      { authorization, 'sec-fetch-site': 'cross-site' },
    );
    expect(answer.status).toBe(201);
    expect(await status(make(first, 'leads').then(() => browser.get('/leads')))).toBe(200);
  });

  it('are told apart in the log', async () => {
    const browser = await signedIn(service, await makePerson(first));
    const { id } = (await browser.get('/session')).body.session;
    service.logged.length = 0;
    await browser.get('/users/me');
    const line = JSON.parse(service.logged.at(-1) ?? '{}') as Record<string, unknown>;
    expect(line).toMatchObject({ session_id: id, path: '/api/2023-01/users/me' });
    expect(line['token_id']).toBeUndefined();
    expect(service.logged.join()).not.toContain('plbw_');
  });
});
