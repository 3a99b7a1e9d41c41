import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browsing, makePerson, password } from '../../support/service/browsing.ts';
import type { Client, Json, Reply } from '../../support/service/client.ts';
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
const minutes = (count: number): number => count * 60_000;
const waitOf = ({ headers }: Reply): number => Number(headers.get('retry-after'));

/** A person of both firms with one e-mail address. */
async function ofBoth(passwords: { first: string; second: string }): Promise<{ email: string; ids: string[] }> {
  const { email } = await makePerson(first, { password: passwords.first });
  await makePerson(second, { email, password: passwords.second });
  return { email, ids: [service.accounts.first, service.accounts.second] };
}

/** Sends wrong passwords until one is answered with 429. */
async function wrongUntilHeld(email: string, headers = fromElsewhere): Promise<Reply[]> {
  const answers: Reply[] = [];
  do answers.push(await signIn({ email, password: 'a wrong one' }, headers()));
  while (answers.at(-1)?.status === 401 && answers.length < 50);
  return answers;
}

describe('from the fifth wrong password in 15 minutes', () => {
  it.each(['known', 'unknown'])('for an address of a %s user, the answer is 429 for a growing time', async (kind) => {
    const email = kind === 'known' ? (await makePerson(first)).email : `nobody${next()}@example.com`;
    const answers = await wrongUntilHeld(email);
    expect(answers.map(said)).toEqual([invalid, invalid, invalid, invalid, held]);
    const waits = [waitOf(answers[4] as Reply)];
    for (let count = 0; count < 8; count += 1) {
      service.clock.advance((waits.at(-1) ?? 0) * 1000);
      const [again] = await wrongUntilHeld(email);
      expect(said(again as Reply)).toEqual(held);
      waits.push(waitOf(again as Reply));
    }
    expect(waits).toEqual([15, 30, 60, 120, 240, 480, 900, 900, 900]);
  });

  it('nobody waits for hours after the clock has gone back', async () => {
    const { email } = await makePerson(first);
    await wrongUntilHeld(email);
    service.clock.advance(-minutes(180));
    expect((await signIn({ email, password })).status).toBe(201);
    service.clock.advance(minutes(180));
  });

  it('requests at once are no way around it', async () => {
    const { email } = await makePerson(first);
    const atOnce = Array.from({ length: 12 }, () => signIn({ email, password: 'a wrong one' }));
    const statuses = (await Promise.all(atOnce)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(4);
    expect(statuses.filter((status) => status === 429)).toHaveLength(8);
  });

  it('an address of the network is held up too, whatever the e-mail addresses', async () => {
    const person = await makePerson(first);
    const here = fromElsewhere();
    for (let count = 0; count < 4; count += 1) {
      expect(said(await signIn({ email: `nobody${next()}@example.com`, password }, here))).toEqual(invalid);
    }
    expect(said(await signIn({ email: `nobody${next()}@example.com`, password }, here))).toEqual(held);
    expect(said(await signIn({ email: person.email, password }, here))).toEqual(held);
    expect((await signIn({ email: person.email, password })).status).toBe(201);
  });

  it('a right password in one account does not forgive those of another', async () => {
    const { email, ids } = await ofBoth({ first: password, second: 'another password' });
    const own = { email, password: 'another password', account_id: ids[1] };
    const guess = { email, password: 'a wrong one', account_id: ids[0] };
    for (let count = 0; count < 4; count += 1) {
      expect(said(await signIn(guess))).toEqual(invalid);
      expect((await signIn(own)).status).toBe(201);
    }
    expect(said(await signIn(guess))).toEqual(held);
    service.clock.advance(15_000);
    expect((await signIn(own)).status).toBe(201);
    expect((await signIn({ ...guess, password })).status).toBe(201);
  });

  it('a password that is right in one account counts as a guess in the other', async () => {
    const { email, ids } = await ofBoth({ first: password, second: 'another password' });
    for (let count = 0; count < 5; count += 1) {
      expect((await signIn({ email, password: 'another password' })).status).toBe(201);
    }
    expect(said(await signIn({ email, password, account_id: ids[0] }))).toEqual(held);
    expect((await signIn({ email, password: 'another password' })).status).toBe(201);
  });

  it('four wrong ones hold up nobody, and older ones do not count', async () => {
    const { email } = await makePerson(first);
    for (let count = 0; count < 4; count += 1) await signIn({ email, password: 'a wrong one' });
    service.clock.advance(minutes(15));
    for (let count = 0; count < 4; count += 1) {
      expect(said(await signIn({ email, password: 'a wrong one' }))).toEqual(invalid);
    }
    expect((await signIn({ email, password })).status).toBe(201);
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

  it('is held up after twenty wrong ones of its own', async () => {
    const { browser, person } = await knownWhileHeld();
    for (let count = 0; count < 20; count += 1) {
      await browser.post('/session', { session: { email: person.email, password: 'a wrong one' } });
    }
    expect(said(await browser.post('/session', { session: { email: person.email, password } }))).toEqual(held);
  });

  it('is forgotten with a new password, unless it sets the password by a link', async () => {
    const { browser, person } = await knownWhileHeld();
    const session = { email: person.email, password: 'brick by the kiln' };
    await first.patch(`/users/${person.id}`, { user: { password: session.password } });
    expect(said(await browser.post('/session', { session }))).toEqual(held);
    const { url } = (await first.post(`/users/${person.id}/password_link`)).body.password_link;
    const link = { token: new URL(url).hash.slice(1), password: session.password };
    expect((await browser.post('/session/password', { link })).status).toBe(201);
    expect((await browser.post('/session', { session })).status).toBe(201);
  });

  it('is forgotten when its user is deactivated', async () => {
    const { browser, person } = await knownWhileHeld();
    await first.delete(`/users/${person.id}`);
    await first.post(`/users/${person.id}/restore`);
    expect(said(await browser.post('/session', { session: { email: person.email, password } }))).toEqual(held);
  });

  it('is not known to another user', async () => {
    const { browser } = await knownWhileHeld();
    const other = await makePerson(first);
    await wrongUntilHeld(other.email);
    expect(said(await browser.post('/session', { session: { email: other.email, password } }))).toEqual(held);
  });
});
