import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { next } from '../../support/data/make.ts';
import { eventually } from '../../support/delivery/delivering.ts';
import { makePerson, signedIn } from '../../support/service/browsing.ts';
import type { Client, Json, Reply } from '../../support/service/client.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
let person: Json;
beforeAll(async () => {
  service = await startTestService({ TRUST_PROXY: '1' });
  ({ first } = service);
});
afterAll(() => service.stop());
beforeEach(async () => {
  person = await makePerson(first);
  service.logged.length = 0;
});

const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';
const fail = async (session: object, from = `10.1.${next() >> 8}.${next() & 255}`): Promise<Reply> =>
  await service
    .client(null)
    .post(
      '/session',
      { session: { password: 'a wrong one', ...session } },
      { 'x-forwarded-for': from, 'user-agent': chrome },
    );

const ofUser = async (id: string, client: Client = first): Promise<Json[]> => {
  const { body } = await client.get('/failed_sign_ins?per_page=500');
  return body.failed_sign_ins.filter(({ user }: Json) => user.id === id);
};

/** The lines of failed sign-ins in the log. They come after the answer. */
const traces = (count: number): Promise<Json[]> =>
  eventually(() => {
    const lines = service.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'a sign-in failed');
    expect(lines).toHaveLength(count);
    return lines;
  });

describe('a failed sign-in', () => {
  it('leaves a trace for the admins and in the log: the address, and a digest of the e-mail address', async () => {
    expect((await fail({ email: ` ${String(person.email).toUpperCase()} `.trim() }, '203.0.113.9')).status).toBe(401);
    const [line] = await traces(1);
    expect(line).toMatchObject({ level: 'info', address: '203.0.113.9', request_id: expect.any(String) });
    expect(await ofUser(person.id)).toEqual([
      {
        ...{ id: expect.any(String), created_at: '2026-03-02T15:00:00Z' },
        user: expect.objectContaining({ id: person.id, email: person.email }),
        ...{ address: '203.0.113.9', browser: 'Chrome on Windows', email_digest: line.email_digest },
      },
    ]);
    expect(line.email_digest).toMatch(/^[0-9a-f]{64}$/);
    expect(service.logged.join('')).not.toContain(person.email);
  });

  it('has a digest that only this installation can make, in any case of the letters', async () => {
    await fail({ email: person.email });
    await fail({ email: String(person.email).toUpperCase() });
    const digests = (await traces(2)).map(({ email_digest: digest }) => digest);
    const [stored] = await service.engine.query<{ key: string }>("select encode(key, 'hex') as key from digest_keys");
    const digest = createHmac('sha256', Buffer.from(stored?.key ?? '', 'hex'))
      .update(person.email)
      .digest('hex');
    expect(digests).toEqual([digest, digest]);
    expect(digest).not.toBe(createHash('sha256').update(person.email).digest('hex'));
  });

  it('with an e-mail address that no user has is in the log alone, as a digest', async () => {
    const email = `hunter${next()}@example.com`;
    await fail({ email });
    const { email: nobody } = (await first.post('/users', { user: { email: `p${next()}@example.com` } })).body.user;
    await fail({ email: nobody });
    const [line] = await traces(2);
    const stored = await service.engine.query('select 1 from failed_sign_ins where email_digest = $1', [
      line.email_digest,
    ]);
    expect(stored).toEqual([]);
    expect(service.logged.join('')).not.toContain(email);
  });

  it('in several accounts is told to the admins of each, and in one to its own', async () => {
    const other = await makePerson(service.second, { email: person.email });
    await fail({ email: person.email });
    await fail({ email: person.email, account_id: service.accounts.second });
    await traces(2);
    expect(await ofUser(person.id)).toHaveLength(1);
    expect(await ofUser(other.id, service.second)).toHaveLength(2);
    expect(await ofUser(other.id)).toEqual([]);
  });

  it('is also a wrong present password', async () => {
    const browser = await signedIn(service, person as { email: string });
    const user = { password: 'another long one', current_password: 'a wrong one' };
    expect((await browser.patch('/users/me', { user })).status).toBe(422);
    await traces(1);
    expect(await ofUser(person.id)).toHaveLength(1);
  });

  it('leaves none while the service verifies none, and a right password leaves none', async () => {
    const replies = [];
    for (let count = 0; count < 7; count += 1) replies.push((await fail({ email: person.email })).status);
    expect(replies.slice(-2)).toEqual([429, 429]);
    const other = await makePerson(first);
    await signedIn(service, other as { email: string });
    const verified = replies.filter((status) => status === 401).length + 1;
    await traces(verified);
    expect(await ofUser(person.id)).toHaveLength(verified);
    expect(await ofUser(other.id)).toEqual([]);
  });
});

describe('the traces of an account', () => {
  const stored = async (): Promise<number> => {
    const [row] = await service.engine.query<{ count: number }>(
      'select count(*)::integer as count from failed_sign_ins where account_id = 1',
    );
    return row?.count ?? 0;
  };

  it('are the last 1,000', async () => {
    await service.engine.query(
      `insert into failed_sign_ins (account_id, user_id, address, email_digest, created_at)
      select 1, $1::bigint, '10.0.0.1', '', '2026-03-02T15:00:00Z' from generate_series(1, 1500)`,
      [person.id],
    );
    await fail({ email: person.email });
    await traces(1);
    expect(await stored()).toBe(1000);
    expect((await ofUser(person.id))[0]).toMatchObject({ browser: 'Chrome on Windows' });
  });

  it('end after 90 days', async () => {
    await fail({ email: person.email });
    await traces(1);
    service.clock.advance(90 * 86_400_000);
    expect((await first.get('/failed_sign_ins')).body.failed_sign_ins).toEqual([]);
    expect(await stored()).toBeGreaterThan(0);
    await signedIn(service, person as { email: string });
    expect(await stored()).toBe(0);
  });

  it('have pages', async () => {
    await fail({ email: person.email });
    await fail({ email: person.email });
    await traces(2);
    const page = await first.get('/failed_sign_ins?per_page=1');
    expect(page.body.failed_sign_ins).toHaveLength(1);
    expect(page.headers.get('link')).toContain('rel="next"');
  });
});
