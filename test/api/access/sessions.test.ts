import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wireTime } from '../../../src/resources/vocabulary/formats.ts';
import { Browsing, makePerson, password, signedIn } from '../../support/service/browsing.ts';
import type { Client, Json, Reply } from '../../support/service/client.ts';
import { tablesWith } from '../../support/service/kept.ts';
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
const later = (ms: number): string => wireTime(new Date(service.clock.now().getTime() + ms));

describe('a session', () => {
  it('begins with e-mail and password, and shows its user and account', async () => {
    const person = await makePerson(first, { role: 'member' });
    const browser = new Browsing(service);
    const answer = await browser.post('/session', { session: { email: person.email.toUpperCase(), password } });
    expect([answer.status, answer.headers.get('location')]).toEqual([201, '/api/2023-01/session']);
    const { session } = answer.body;
    expect(session).toEqual({
      id: expect.stringMatching(/^\d+$/),
      created_at: later(0),
      expires_at: later(12 * hour),
      user: person,
      account: (await first.get('/account')).body.account,
    });
    expect((await browser.get('/session')).body).toEqual({ session });
    expect((await browser.get('/users/me')).body.user.id).toBe(person.id);
  });

  it('has a cookie that scripts and other sites do not get', async () => {
    const { email } = await makePerson(first);
    const [session = '', browser = ''] = (
      await service.client(null).post('/session', { session: { email, password } })
    ).headers.getSetCookie();
    expect(session).toMatch(/^plumbline_session=plbw_\w{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(browser).toMatch(/^plumbline_browser=plbk_\w{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000$/);
    const [, secret = ''] = /=(\w+)/.exec(session) ?? [];
    expect(await tablesWith(service, secret)).toEqual([]);
  });

  it("acts with the scopes of its user's present role, and the history says ui", async () => {
    const person = await makePerson(first, { role: 'viewer' });
    const browser = await signedIn(service, person);
    const lead = { lead: { name: 'School' } };
    expect((await browser.post('/leads', lead)).body).toMatchObject({ code: 'forbidden', required_role: 'member' });
    await first.patch(`/users/${person.id}`, { user: { role: 'member' } });
    const { id } = (await browser.post('/leads', lead)).body.lead;
    expect((await browser.get(`/leads/${id}/history`)).body.changes).toMatchObject([
      { action: 'create', source: 'ui', user: { id: person.id } },
    ]);
    expect((await browser.get('/audit_log')).body).toMatchObject({ code: 'forbidden', required_role: 'admin' });
    await first.patch(`/users/${person.id}`, { user: { role: 'admin' } });
    expect(await status(browser.get('/audit_log'))).toBe(200);
  });

  it('lasts 12 hours after its last use, or 30 days if it is remembered', async () => {
    const { email } = await makePerson(first);
    for (const [remember, lifetime] of [
      [false, 12 * hour],
      [true, 30 * 24 * hour],
    ] as const) {
      const browser = new Browsing(service);
      await browser.signIn({ email, password, remember });
      for (let count = 0; count < 3; count += 1) {
        service.clock.advance(lifetime - 1);
        expect(await status(browser.get('/session'))).toBe(200);
      }
      service.clock.advance(lifetime);
      expect(await status(browser.get('/session'))).toBe(401);
    }
  });

  it('that is remembered has a cookie that stays', async () => {
    const { email } = await makePerson(first);
    const answer = await new Browsing(service).post('/session', { session: { email, password, remember: true } });
    expect(answer.headers.getSetCookie()[0]).toMatch(/; Max-Age=34560000$/);
  });

  it('does not limit what its user creates, and viewers manage their own tokens', async () => {
    const person = await makePerson(first, { role: 'viewer' });
    const browser = await signedIn(service, person);
    const made = await browser.post('/api_tokens', { api_token: { name: 'Own', scopes: ['read'] } });
    expect(made.body.api_token).toMatchObject({ expires_at: null, user: { id: person.id } });
    const wider = await browser.post('/api_tokens', { api_token: { name: 'Own', scopes: ['write'] } });
    expect(wider.body.errors).toMatchObject([{ pointer: '/api_token/scopes/0', allowed: ['read'] }]);
    expect(await status(browser.delete(`/api_tokens/${made.body.api_token.id}`))).toBe(204);
  });

  it('gets the stored answer under an idempotency key, also if it contains a secret', async () => {
    const browser = await signedIn(service, await makePerson(first, { role: 'member' }));
    const send = () =>
      browser.post('/api_tokens', { api_token: { name: 'T', scopes: ['read'] } }, { 'idempotency-key': 'twice' });
    const [made, again] = [await send(), await send()];
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.text).toBe(made.text);
  });

  it('costs a request no more statements than a token', async () => {
    const browser = await signedIn(service, await makePerson(first, { role: 'member' }));
    const statementsOf = async (client: Pick<Client, 'get'>): Promise<string[]> => {
      await client.get('/users');
      service.statements.length = 0;
      await client.get('/users');
      return [...service.statements];
    };
    expect(await statementsOf(browser)).toEqual(await statementsOf(first));
  });

  it('writes its last use at most once a minute', async () => {
    const browser = await signedIn(service, await makePerson(first));
    const touches = async (): Promise<number> => {
      service.statements.length = 0;
      await browser.get('/users/me');
      return service.statements.filter((text) => text.includes('update token_uses') || text.includes('into token_uses'))
        .length;
    };
    service.clock.advance(59_999);
    expect(await touches()).toBe(0);
    service.clock.advance(1);
    expect([await touches(), await touches()]).toEqual([1, 0]);
  });
});

describe('the list of sessions', () => {
  const windows =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

  it("has one's own, and nobody else's", async () => {
    const [person, colleague] = [await makePerson(first), await makePerson(first, { role: 'admin' })];
    const [browser, other] = [new Browsing(service, { 'user-agent': windows }), await signedIn(service, colleague)];
    const { id } = await browser.signIn({ email: person.email, password });
    service.clock.advance(90_000);
    const second = await signedIn(service, person);
    const { sessions } = (await browser.get('/sessions')).body;
    expect(sessions).toMatchObject([
      { address: '127.0.0.1', browser: 'node', current: false },
      {
        ...{ id, current: true, browser: 'Chrome on Windows', address: '127.0.0.1' },
        last_used_at: later(0),
        expires_at: later(12 * hour),
      },
    ]);
    expect((await other.get('/sessions')).body.sessions).toHaveLength(1);
    const { client } = await clientOf(service, { userId: person.id });
    expect((await client.get('/sessions')).body.sessions.map(({ current }: Json) => current)).toEqual([false, false]);
    for (const session of sessions) expect(await status(other.delete(`/sessions/${session.id}`))).toBe(404);
    expect(await status(service.second.delete(`/sessions/${id}`))).toBe(404);
    expect(await status(browser.delete(`/sessions/${sessions[0].id}`))).toBe(204);
    expect([await status(second.get('/users/me')), await status(browser.get('/users/me'))]).toEqual([401, 200]);
    expect((await browser.get('/sessions')).body.sessions).toHaveLength(1);
    expect(await status(browser.delete(`/sessions/${sessions[0].id}`))).toBe(404);
  });

  it('is no list of API tokens: neither shows or ends the objects of the other', async () => {
    const person = await makePerson(first, { role: 'admin' });
    const browser = new Browsing(service);
    const session = await browser.signIn({ email: person.email, password });
    const token = await clientOf(service, { userId: person.id });
    const { api_tokens: tokens } = (await browser.get('/api_tokens?per_page=500')).body;
    expect(tokens.map(({ id }: Json) => id)).toContain(token.id);
    expect(tokens.map(({ id }: Json) => id)).not.toContain(session.id);
    expect(await status(first.get(`/api_tokens/${session.id}`))).toBe(404);
    expect(await status(first.delete(`/api_tokens/${session.id}`))).toBe(404);
    expect(await status(token.client.delete(`/sessions/${token.id}`))).toBe(404);
    expect(await status(browser.get('/users/me'))).toBe(200);
  });

  it('counts nothing toward the maximum of API tokens', async () => {
    const person = await makePerson(first, { role: 'member' });
    const browser = await signedIn(service, person);
    await service.engine.query(
      `insert into api_tokens (account_id, user_id, name, hash, scopes, created_at, updated_at)
      select account_id, id, 'T', sha256((id || ' token ' || n)::bytea), '{}', created_at, created_at
      from users, generate_series(1, 99) n where id = $1::bigint`,
      [person.id],
    );
    const asked = { api_token: { name: 'Last', scopes: ['read'] } };
    expect([
      await status(browser.post('/api_tokens', asked)),
      await status(browser.post('/api_tokens', asked)),
    ]).toEqual([201, 409]);
  });
});
