import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browsing, makePerson, password, signedIn } from '../../support/service/browsing.ts';
import { faults, type Client, type Json, type Reply } from '../../support/service/client.ts';
import { next } from '../../support/data/make.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';
import { clientOf } from '../../support/service/tokens.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await startTestService({ TRUST_PROXY: '1' });
  ({ first } = service);
});
afterAll(() => service.stop());

const status = async (answer: Promise<Reply>): Promise<number> => (await answer).status;
const fresh = 'a fresh password';

describe("one's own user", () => {
  it.each(['viewer', 'member', 'admin'])('can be changed by a %s, except its role', async (role) => {
    const person = await makePerson(first, { role });
    const browser = await signedIn(service, person);
    const email = `new${next()}@example.com`;
    const given = { first_name: 'Ria', last_name: 'Estevez', email, role: 'admin' };
    const answer = await browser.patch('/users/me', { user: given });
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"2"']);
    expect(answer.body.user).toMatchObject({ id: person.id, name: 'Ria Estevez', email, role });
    expect((await browser.get('/users/me')).body).toEqual(answer.body);
    expect((await first.get(`/users/${person.id}/history`)).body.changes[0]).toMatchObject({
      ...{ action: 'update', source: 'ui', user: { id: person.id } },
      fields: { email: { from: person.email, to: email } },
    });
    await new Browsing(service).signIn({ email, password });
  });

  it('is judged as any user is', async () => {
    const [person, other] = [await makePerson(first), await makePerson(first)];
    const browser = await signedIn(service, person);
    const wrong = await browser.patch('/users/me', { user: { email: 'nobody', first_nam: 'R', password: 'short' } });
    expect(faults(wrong)).toEqual([
      ['/user/email', 'invalid_format'],
      ['/user/first_nam', 'unknown_field'],
      ['/user/password', 'too_short'],
    ]);
    expect((await browser.patch('/users/me', { user: { email: other.email } })).body.code).toBe('already_exists');
    expect(await status(browser.patch('/users/me', { user: { first_name: 'R' } }, { 'if-match': '"9"' }))).toBe(412);
  });

  it('can be changed with an API token with the scope write, but not by an OAuth client', async () => {
    const person = await makePerson(first, { role: 'viewer' });
    const reader = (await clientOf(service, { userId: person.id, scopes: ['read'] })).client;
    const writer = (await clientOf(service, { userId: person.id, scopes: ['read', 'write'] })).client;
    const body = { user: { first_name: 'Vic' } };
    expect((await reader.patch('/users/me', body)).body.required_scope).toBe('write');
    expect((await writer.patch('/users/me', body)).body.user.name).toBe('Vic');
    const admin = await clientOf(service, {
      userId: (await makePerson(first, { role: 'admin' })).id,
      scopes: ['admin'],
    });
    expect((await admin.client.patch('/users/me', body)).body.required_scope).toBe('write');
    expect((await admin.client.delete('/sessions/1')).body.required_scope).toBe('write');
    const made = await first.post('/oauth_clients', { oauth_client: { name: 'C', scopes: ['read', 'write'] } });
    const { client_id, client_secret } = made.body.oauth_client;
    const grant = { grant_type: 'client_credentials', client_id, client_secret };
    const token = (await service.client(null).post('/oauth/token', grant)).body.access_token;
    expect((await service.client(token).patch('/users/me', body)).body.code).toBe('forbidden');
  });
});

describe("one's own password", () => {
  const change = (browser: Pick<Client, 'patch'>, fields: object, headers?: Record<string, string>) =>
    browser.patch('/users/me', { user: { password: fresh, ...fields } }, headers);

  it('changes with the present one, and ends the other sessions, but no API tokens', async () => {
    const person = await makePerson(first);
    const [browser, other] = [await signedIn(service, person), await signedIn(service, person)];
    const { client } = await clientOf(service, { userId: person.id });
    expect(await status(change(browser, { current_password: password }))).toBe(200);
    const statuses = [browser, other, client].map((one) => status(one.get('/users/me')));
    expect(await Promise.all(statuses)).toEqual([200, 401, 200]);
    await new Browsing(service).signIn({ email: person.email, password: fresh });
    expect(await status(new Browsing(service).post('/session', { session: { email: person.email, password } }))).toBe(
      401,
    );
  });

  it('needs the present one, and a wrong one is named by its pointer and changes nothing', async () => {
    const person = await makePerson(first);
    const browser = await signedIn(service, person);
    expect(faults(await change(browser, {}))).toEqual([['/user/current_password', 'required']]);
    expect(faults(await change(browser, { current_password: 'a wrong one', first_name: 'R' }))).toEqual([
      ['/user/current_password', 'not_allowed'],
    ]);
    expect((await browser.get('/users/me')).body.user).toEqual(person);
    await signedIn(service, person);
  });

  it('cannot be guessed: a wrong one counts as a failed sign-in', async () => {
    const person = await makePerson(first);
    const here = { 'x-forwarded-for': '10.9.9.9' };
    const browser = new Browsing(service, here);
    await browser.signIn({ email: person.email, password });
    const answers: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      answers.push(await status(change(browser, { current_password: 'a wrong one' })));
    }
    expect(answers).toEqual([422, 422, 422, 422, 422, 429]);
    expect((await change(browser, { current_password: password })).headers.get('retry-after')).toBe('15');
    const elsewhere = { 'x-forwarded-for': '10.9.9.10' };
    expect(
      await status(new Browsing(service, elsewhere).post('/session', { session: { email: person.email, password } })),
    ).toBe(429);
    service.clock.advance(15_000);
    expect(await status(change(browser, { current_password: password }))).toBe(200);
  });

  it('changes once under an idempotency key', async () => {
    const person = await makePerson(first);
    const browser = await signedIn(service, person);
    const key = { 'idempotency-key': `own ${next()}` };
    const made = await change(browser, { current_password: password }, key);
    const again = await change(browser, { current_password: password }, key);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(again.text).toBe(made.text);
  });
});

describe('a link', () => {
  const make = async (person: Json): Promise<Json> => {
    const answer = await first.post(`/users/${person.id}/password_link`);
    expect(answer.status, answer.text).toBe(201);
    return answer.body.password_link;
  };
  const tokenOf = ({ url }: Json): string => new URL(url).hash.slice(1);
  const use = (token: string, fields: object = {}): Promise<Reply> =>
    new Browsing(service).post('/session/password', { link: { token, password: fresh, ...fields } });
  const ended = [['/link/token', 'invalid_reference']];

  it('lets a user without a password set one, and signs in', async () => {
    const person = await makePerson(first, { password: undefined, role: 'viewer' });
    const link = await make(person);
    expect(link.url).toMatch(new RegExp(`^${service.url}/set-password#plbl_\\w{43}$`));
    expect(Date.parse(link.expires_at) - service.clock.now().getTime()).toBe(72 * 3_600_000);
    const browser = new Browsing(service);
    const answer = await browser.post('/session/password', {
      link: { token: tokenOf(link), password: fresh, remember: true },
    });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.session.user.id).toBe(person.id);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^plumbline_session=.*Max-Age/);
    expect((await browser.get('/users/me')).body.user.id).toBe(person.id);
    await new Browsing(service).signIn({ email: person.email, password: fresh });
    expect((await first.get(`/users/${person.id}/history`)).body.changes[0]).toMatchObject({
      ...{ action: 'update', source: 'ui', user: { id: person.id } },
    });
  });

  it('serves once, and is stored only as a hash', async () => {
    const person = await makePerson(first);
    const browser = await signedIn(service, person);
    const token = tokenOf(await make(person));
    expect(await status(use(token))).toBe(201);
    expect(await status(browser.get('/users/me'))).toBe(401);
    expect(faults(await use(token, { password: 'yet another one' }))).toEqual(ended);
    await new Browsing(service).signIn({ email: person.email, password: fresh });
    const atOnce = tokenOf(await make(person));
    const answers = await Promise.all([use(atOnce), use(atOnce), use(atOnce)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 422, 422]);
  });

  it('ends after 72 hours, with a newer link, with a new password and with its user', async () => {
    const person = await makePerson(first);
    const [older, newer] = [tokenOf(await make(person)), tokenOf(await make(person))];
    expect(faults(await use(older))).toEqual(ended);
    await first.patch(`/users/${person.id}`, { user: { password: 'set by an admin' } });
    expect(faults(await use(newer))).toEqual(ended);
    const late = tokenOf(await make(person));
    service.clock.advance(72 * 3_600_000);
    expect(faults(await use(late))).toEqual(ended);
    const orphaned = tokenOf(await make(person));
    await first.delete(`/users/${person.id}`);
    expect(faults(await use(orphaned))).toEqual(ended);
    expect(await status(first.post(`/users/${person.id}/password_link`))).toBe(404);
  });

  it('with a wrong body is told all problems, and can still be used', async () => {
    const token = tokenOf(await make(await makePerson(first)));
    expect(faults(await use(token, { password: 'short', remember: 1 }))).toEqual([
      ['/link/password', 'too_short'],
      ['/link/remember', 'wrong_type'],
    ]);
    expect(faults(await use('plbl_unknown', { password: 'short' }))).toEqual([
      ['/link/password', 'too_short'],
      ...ended,
    ]);
    expect(await status(use(token))).toBe(201);
  });

  it('is no credential, and an API token or a session is no link', async () => {
    const person = await makePerson(first);
    const token = tokenOf(await make(person));
    const browser = await signedIn(service, person);
    expect(await status(service.client(token).get('/users/me'))).toBe(401);
    expect(faults(await use(service.tokens.first))).toEqual(ended);
    expect(faults(await use(browser.cookies.get('plumbline_session') ?? ''))).toEqual(ended);
  });

  it('needs a token with every scope of the role of its user', async () => {
    const { id: userId } = await makePerson(first, { role: 'admin' });
    const { client } = await clientOf(service, { userId, scopes: ['read', 'admin'] });
    const [viewer, member] = [await makePerson(first, { role: 'viewer' }), await makePerson(first, { role: 'member' })];
    expect(await status(client.post(`/users/${viewer.id}/password_link`))).toBe(201);
    for (const { id } of [member, await makePerson(first, { role: 'admin' })]) {
      const answer = await client.post(`/users/${id}/password_link`);
      expect([answer.status, answer.body.required_scope]).toEqual([403, 'write']);
    }
    const browser = await signedIn(service, await makePerson(first, { role: 'admin' }));
    expect(await status(browser.post(`/users/${userId}/password_link`))).toBe(201);
  });

  it('is for admins to make, of their own account', async () => {
    const member = await makePerson(first, { role: 'member' });
    const browser = await signedIn(service, member);
    expect((await browser.post(`/users/${member.id}/password_link`)).body.required_role).toBe('admin');
    expect(await status(service.second.post(`/users/${member.id}/password_link`))).toBe(404);
    expect(await status(first.post(`/users/${member.id}/password_link`, undefined, { 'if-match': '"9"' }))).toBe(412);
    const key = { 'idempotency-key': `link ${next()}` };
    const [made, again] = [
      await first.post(`/users/${member.id}/password_link`, undefined, key),
      await first.post(`/users/${member.id}/password_link`, undefined, key),
    ];
    expect(again.text).toBe(made.text);
    const { changes } = (await first.get('/audit_log?resource=password_links&per_page=1')).body;
    expect(changes).toMatchObject([{ action: 'create', fields: { user_id: { from: null, to: member.id } } }]);
    expect(JSON.stringify(changes)).not.toContain('plbl_');
  });
});
