import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browsing, makePerson, password } from '../../support/service/browsing.ts';
import { faults, type Client, type Json, type Reply } from '../../support/service/client.ts';
import { next } from '../../support/data/make.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
let second: Client;
beforeAll(async () => {
  // Each sign-in that is to count by its e-mail address alone comes from an address of its own.
  service = await startTestService({ TRUST_PROXY: '1' });
  ({ first, second } = service);
});
afterAll(() => service.stop());

const fromElsewhere = () => ({ 'x-forwarded-for': `10.${next() >> 8}.${next() & 255}.7` });

const signIn = (session: object, headers: Record<string, string> = fromElsewhere()): Promise<Reply> =>
  service.client(null).post('/session', { session }, headers);

const said = ({ status, body: { code } }: Reply) => [status, code];
const invalid = [401, 'invalid_credentials'];
const held = [429, 'rate_limit_exceeded'];
const waitOf = ({ headers }: Reply): number => Number(headers.get('retry-after'));

/** A person of both firms with one e-mail address. */
async function ofBoth(passwords: { first: string; second: string }): Promise<{ email: string; ids: string[] }> {
  const { email } = await makePerson(first, { password: passwords.first });
  await makePerson(second, { email, password: passwords.second });
  return { email, ids: [service.accounts.first, service.accounts.second] };
}

describe('a sign-in', () => {
  it('gives an unknown address, a wrong password and a user without a password the same answer', async () => {
    const person = await makePerson(first);
    const { email } = (await first.post('/users', { user: { email: `none${next()}@example.com` } })).body.user;
    const answers = [
      await signIn({ email: person.email, password: 'a wrong one' }),
      await signIn({ email: 'nobody@example.com', password }),
      await signIn({ email, password }),
      await signIn({ email: person.email, password, account_id: service.accounts.second }),
      await signIn({ email: person.email, password, account_id: 'x' }),
    ];
    expect(answers.map(said)).toEqual(answers.map(() => invalid));
    const bodies = answers.map(({ body }) => ({ ...body, request_id: '' }));
    for (const body of bodies) expect(body).toEqual(bodies[0]);
    expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toEqual([]);
  });

  it('names every problem of its body', async () => {
    expect(faults(await signIn({ email: '', pasword: 'x', remember: 'yes', account_id: 1 }))).toEqual([
      ['/session/account_id', 'wrong_type'],
      ['/session/email', 'required'],
      ['/session/password', 'required'],
      ['/session/pasword', 'unknown_field'],
      ['/session/remember', 'wrong_type'],
    ]);
    const hostile = { email: 'a\u0000@example.com', password: '\ud800', account_id: '\u0000' };
    expect(faults(await signIn(hostile))).toEqual([
      ['/session/account_id', 'invalid_text'],
      ['/session/email', 'invalid_text'],
      ['/session/password', 'invalid_text'],
    ]);
    const nobody = service.client(null);
    expect((await nobody.post('/session', {}, fromElsewhere())).body.errors).toMatchObject([{ code: 'wrong_wrapper' }]);
    const asked = await nobody.post('/session?page=1', { session: {} }, fromElsewhere());
    expect(asked.body.errors).toMatchObject([{ parameter: 'page', code: 'unknown_parameter' }]);
    const form = { ...fromElsewhere(), 'content-type': 'application/x-www-form-urlencoded' };
    expect((await nobody.post('/session', 'email=x', form)).status).toBe(415);
  });

  it('asks for the account if the password is right in several, and names no other account', async () => {
    const { email, ids } = await ofBoth({ first: password, second: password });
    const asked = await signIn({ email, password });
    expect(said(asked)).toEqual([409, 'choose_account']);
    expect(asked.body.accounts).toEqual([
      { id: ids[0], name: 'Granite Builders' },
      { id: ids[1], name: 'Harbor Construction' },
    ]);
    expect(asked.headers.getSetCookie()).toEqual([]);
    for (const id of ids) {
      const { session } = (await signIn({ email, password, account_id: id })).body;
      expect([session.account.id, session.user.email]).toEqual([id, email]);
    }
  });

  it('finds the one account in which the password is right', async () => {
    const { email, ids } = await ofBoth({ first: 'one password', second: 'another password' });
    expect((await signIn({ email, password: 'another password' })).body.session.account.id).toBe(ids[1]);
    expect(said(await signIn({ email, password: 'another password', account_id: ids[0] }))).toEqual(invalid);
  });

  it('reads users in one statement, whatever their number', async () => {
    const { email } = await ofBoth({ first: password, second: password });
    service.statements.length = 0;
    await signIn({ email, password });
    expect(service.statements).toHaveLength(1);
  });
});

/** Sends wrong passwords until one is answered with 429. */
async function wrongUntilHeld(email: string, headers = fromElsewhere): Promise<Reply[]> {
  const answers: Reply[] = [];
  do answers.push(await signIn({ email, password: 'a wrong one' }, headers()));
  while (answers.at(-1)?.status === 401 && answers.length < 50);
  return answers;
}

describe('from the fifth wrong password in 15 minutes', () => {
  it('the service verifies no password and counts nothing until the time has passed', async () => {
    const { email } = await makePerson(first);
    const wait = waitOf((await wrongUntilHeld(email)).at(-1) as Reply);
    service.statements.length = 0;
    for (let count = 0; count < 5; count += 1) expect(said(await signIn({ email, password }))).toEqual(held);
    expect(service.statements).toEqual([]);
    service.clock.advance(wait * 1000 - 1);
    expect(waitOf(await signIn({ email: email.toUpperCase(), password }))).toBe(1);
    service.clock.advance(1);
    expect((await signIn({ email, password })).status).toBe(201);
    expect(said(await signIn({ email, password: 'a wrong one' }))).toEqual(invalid);
  });
});

describe('a browser in which the user has signed in before', () => {
  /** Returns a browser that is signed out again, after somebody else has guessed too often. */
  async function knownWhileHeld(): Promise<{ browser: Browsing; person: Json }> {
    const person = await makePerson(first);
    const browser = new Browsing(service, fromElsewhere());
    await browser.signIn({ email: person.email, password });
    await browser.delete('/session');
    await wrongUntilHeld(person.email);
    return { browser, person };
  }

  it('is not held up with a right password', async () => {
    const { browser, person } = await knownWhileHeld();
    const wrong = await browser.post('/session', { session: { email: person.email, password: 'a wrong one' } });
    expect(said(wrong)).toEqual(held);
    await browser.signIn({ email: person.email, password });
  });
});
