import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulk } from '../support/data/bulk.ts';
import type { Client } from '../support/service/client.ts';
import {
  eventually,
  makeCompanies,
  messageOf,
  minute,
  quiet,
  receiverFor,
  startDelivering,
  subscribe,
} from '../support/delivery/delivering.ts';
import { follow } from '../support/delivery/event-stream.ts';
import type { TestService } from '../support/service/service.ts';
import { type Browsing, makePerson, signedIn } from '../support/service/browsing.ts';
import { tokens } from '../support/service/template.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await startDelivering();
  ({ first } = service);
});
afterAll(() => service.stop());

const token = tokens.first;
const cookiesOf = ({ cookies }: Browsing): string => [...cookies].map((pair) => pair.join('=')).join('; ');
const idsOf = (events: readonly { id: string }[]): string[] => events.map(({ id }) => id);

describe('the event stream', () => {
  it('continues after an old id, over more events than one page', async () => {
    const [id = ''] = await makeCompanies(first, 1);
    const { id: lastEventId } = await messageOf(first, id);
    const old = Array.from({ length: 1100 }, (_, index) => ({ name: `Old ${index}`, category: 'client' }));
    await bulk(first, 'companies', old);
    const stream = await follow(first, { token, lastEventId });
    const events = idsOf(await stream.next(1100));
    expect(new Set(events).size).toBe(1100);
    expect(events).not.toContain(lastEventId);
  });

  it('does not send the test messages of a webhook', async () => {
    const receiver = await receiverFor();
    const { id } = await subscribe(first, receiver);
    const stream = await follow(first, { token });
    await first.post(`/webhooks/${id}/test`);
    await quiet(service);
    const [made = ''] = await makeCompanies(first, 1);
    expect(await stream.next(1)).toEqual([await messageOf(first, made)]);
  });

  it('ends when the service stops', async () => {
    const other = await startDelivering();
    const stream = await follow(other.first, { token });
    await makeCompanies(other.first, 1);
    await stream.next(1);
    await other.stop();
    await stream.ended;
    expect(stream.events()).toHaveLength(1);
  });

  it('sends keep-alive comments, and ends when its token is revoked', async () => {
    await using other = await startDelivering({ pulseMs: 50 });
    const { token: text, id } = (
      await other.first.post('/api_tokens', { api_token: { name: 'Reader', scopes: ['read'] } })
    ).body.api_token;
    const stream = await follow(other.first, { token: text });
    await eventually(() => expect(stream.text().match(/^: still here$/gm)?.length).toBeGreaterThan(2));
    await other.first.delete(`/api_tokens/${id}`);
    await stream.ended;
    expect(stream.events()).toEqual([]);
  });

  it('follows with the cookie of a session, until the user signs out', async () => {
    await using other = await startDelivering({ pulseMs: 50 });
    const browser = await signedIn(other, await makePerson(other.first));
    const stream = await follow(other.first, { cookie: cookiesOf(browser) });
    await makeCompanies(other.first, 1);
    expect(await stream.next(1)).toHaveLength(1);
    await browser.delete('/session');
    await stream.ended;
    expect((await browser.get('/events')).status).toBe(401);
  });

  it('is no use of a session, which ends 12 hours after its last request', async () => {
    await using other = await startDelivering({ pulseMs: 50 });
    const browser = await signedIn(other, await makePerson(other.first));
    const stream = await follow(other.first, { cookie: cookiesOf(browser) });
    const pulses = () => stream.text().match(/^: still here$/gm)?.length ?? 0;
    const half = 6 * 60 * minute;
    other.clock.advance(half);
    const before = pulses();
    await eventually(() => expect(pulses()).toBeGreaterThan(before + 2));
    other.clock.advance(half);
    await stream.ended;
    expect((await browser.get('/session')).status).toBe(401);
  });

  it.each<[what: string, end: (other: TestService, id: string) => unknown]>([
    ['is revoked', (other, id) => other.first.delete(`/api_tokens/${id}`)],
    ['expires', (other) => other.clock.advance(minute)],
  ])('ends when its token %s, even if events happen all the time', async (_, end) => {
    await using other = await startDelivering({ pulseMs: 500 });
    const fields = { name: 'Reader', scopes: ['read'], expires_at: new Date(other.clock.now().getTime() + minute) };
    const { token: text, id } = (await other.first.post('/api_tokens', { api_token: fields })).body.api_token;
    const stream = await follow(other.first, { token: text });
    const [made = ''] = await makeCompanies(other.first, 1);
    expect(await stream.next(1)).toEqual([await messageOf(other.first, made)]);
    await end(other, id);
    const over = new AbortController();
    void stream.ended.then(() => over.abort());
    // The stream is never silent for a whole pulse, so the check of the token must not depend on silence.
    while (!over.signal.aborted) await makeCompanies(other.first, 1);
    expect((await other.client(text).get('/events')).status).toBe(401);
  });
});
