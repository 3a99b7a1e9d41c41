import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { bulk } from '../support/data/bulk.ts';
import type { Client, Json } from '../support/service/client.ts';
import {
  attemptsOf,
  day,
  eventually,
  heldAnswers,
  hour,
  idsAt,
  makeCompanies,
  measured,
  messageOf,
  minute,
  quiet,
  receiverFor,
  recordsOf,
  second,
  startDelivering,
  subscribe,
} from '../support/delivery/delivering.ts';
import { make } from '../support/data/make.ts';
import type { TestService } from '../support/service/service.ts';
import { loggedOf } from '../support/delivery/webhooks.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await startDelivering();
  ({ first } = service);
});
afterAll(() => service.stop());

/** The delays of the retry schedule. Jitter adds up to a tenth to each. */
const delays = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];

const shown = async (id: string): Promise<Json> => (await first.get(`/webhooks/${id}`)).body.webhook;
const switchedOff = (reason: string) => measured(service, `webhooks_switched_off_total{reason="${reason}"}`);
const tellingsOff = (id: string): string[] =>
  service.logged.filter((line) => line.includes('the service disabled a webhook') && line.includes(id));

/** Lets the deliveries under way end, advances the clock, and lets the deliveries that are due then end too. */
async function pass(milliseconds: number): Promise<void> {
  await quiet(service);
  service.clock.advance(milliseconds);
  await quiet(service);
}

describe('a failed delivery', () => {
  it('is retried on its schedule under the same id, and then given up', async () => {
    const receiver = await receiverFor(() => ({ status: 500, body: 'no' }));
    await subscribe(first, receiver, { filter_types: ['company.create'] });
    const { id } = await make(first, 'companies');
    const message = await messageOf(first, id);
    await receiver.next();
    for (const [index, delay] of delays.entries()) {
      await pass(delay - 1);
      expect(receiver.deliveries).toHaveLength(index + 1);
      await pass(delay / 10 + 1);
      expect(receiver.deliveries).toHaveLength(index + 2);
    }
    await pass(30 * day);
    expect(receiver.deliveries).toHaveLength(10);
    expect(new Set(idsAt(receiver))).toEqual(new Set([message.id]));
    const attempts = await attemptsOf(first, message.id);
    expect(attempts.map(({ status, response }: Json) => [status, response])).toEqual(Array(10).fill([500, 'no']));
    expect(await measured(service, 'webhook_attempt_duration_seconds_count{outcome="given_up"}')).toBe(1);
  });

  it('is retried at the time in Retry-After', async () => {
    const receiver = await receiverFor(() => ({ status: 429, headers: { 'retry-after': '600' } }));
    await subscribe(first, receiver);
    await make(first, 'companies');
    await receiver.next();
    await pass(600 * second - 1);
    expect(receiver.deliveries).toHaveLength(1);
    await pass(1);
    expect(receiver.deliveries).toHaveLength(2);
  });
});

describe('a receiver', () => {
  it('that is down for three days gets every message afterwards, once and under its id', async () => {
    const receiver = await receiverFor(() => ({ status: 503 }));
    await subscribe(first, receiver, { filter_types: ['company.create', 'company.update'] });
    const told: string[] = [];
    for (let quarter = 0; quarter < 12; quarter += 1) {
      const [made = ''] = await makeCompanies(first, 1);
      await first.patch(`/companies/${made}`, { company: { phone: String(quarter) } });
      told.push(...[await messageOf(first, made), await messageOf(first, made, 'company.update')].map(({ id }) => id));
      await pass(6 * hour);
    }
    expect(new Set(idsAt(receiver))).toEqual(new Set(told));
    const before = receiver.deliveries.length;
    receiver.answer = () => ({ status: 204 });
    await pass(27 * hour);
    expect(idsAt(receiver).slice(before).sort()).toEqual(told.sort());
  });

  it('that is dead or slow does not delay the first attempt at another', async () => {
    const { answer, letGo } = heldAnswers();
    const [dead, slow, lively] = [await receiverFor(() => 'hang'), await receiverFor(answer), await receiverFor()];
    const { id } = await subscribe(first, dead);
    await subscribe(first, slow);
    await subscribe(first, lively);
    const made = await makeCompanies(first, 40);
    await Promise.all([dead.next(32), slow.next(32), lively.next(40)]);
    // The deliveries to the dead receiver have not timed out yet. Like the slow one, it still holds its first 32.
    expect([dead.deliveries.length, slow.deliveries.length]).toEqual([32, 32]);
    expect(recordsOf(lively.deliveries).sort()).toEqual([...made].sort());
    // The other deliveries to these two wait, and the metrics show them.
    service.clock.advance(7 * second);
    expect(await measured(service, 'webhook_deliveries_due')).toBe(16);
    expect(await measured(service, 'webhook_deliveries_oldest_due_seconds')).toBe(7);
    letGo();
    await slow.next(40);
    expect(recordsOf(slow.deliveries).sort()).toEqual([...made].sort());
    expect(dead.deliveries).toHaveLength(32);
    expect(await shown(id)).toMatchObject({ failing_since: null });
  });

  it('that fails gets at most two deliveries at once, until it receives again', async () => {
    let underWay = 0;
    let most = 0;
    const receiver = await receiverFor(async () => {
      most = Math.max(most, (underWay += 1));
      await new Promise((resolve) => setTimeout(resolve, 30));
      underWay -= 1;
      return { status };
    });
    let status = 500;
    await subscribe(first, receiver);
    await makeCompanies(first, 1);
    await quiet(service);
    most = 0;
    await bulk(
      first,
      'companies',
      Array.from({ length: 12 }, (_, index) => ({ name: `At once ${index}`, category: 'client' })),
    );
    await quiet(service);
    expect(most).toBe(2);
    const failed = receiver.deliveries.length;
    expect(failed).toBeGreaterThanOrEqual(13);
    status = 200;
    await pass(6 * minute);
    expect(receiver.deliveries).toHaveLength(failed + 13);
    expect(most).toBeGreaterThan(2);
  });

  it('that returns 410 gets no more messages', async () => {
    const receiver = await receiverFor(() => ({ status: 410 }));
    const { id } = await subscribe(first, receiver);
    const made = await make(first, 'companies');
    await eventually(async () => expect(await shown(id)).toMatchObject({ enabled: false, disabled_reason: 'gone' }));
    const off = await shown(id);
    expect(off).toMatchObject({ version: 2, disabled_at: service.clock.now().toISOString().replace('.000Z', 'Z') });
    expect(tellingsOff(id)).toHaveLength(1);
    expect(await switchedOff('gone')).toBe(1);
    expect((await loggedOf(first, { id })).map(({ action }) => action)).toEqual(['create']);
    await make(first, 'companies');
    await pass(day);
    expect(receiver.deliveries).toHaveLength(1);
    // Once the webhook is switched on again, the service sends the pending message at once. It queued no event of the
    // time between.
    receiver.answer = () => ({});
    await first.patch(`/webhooks/${id}`, { webhook: { enabled: true } });
    await receiver.next(2);
    await quiet(service);
    expect(recordsOf(receiver.deliveries)).toEqual([made.id, made.id]);
  });

  test('that fails for five days without a success is switched off', async () => {
    const receiver = await receiverFor(() => ({ status: 500 }));
    const { id } = await subscribe(first, receiver);
    const failSince = async (): Promise<string> => {
      const since = service.clock.now().toISOString().replace('.000Z', 'Z');
      await make(first, 'companies');
      await quiet(service);
      expect(await shown(id)).toMatchObject({ enabled: true, failing_since: since });
      return since;
    };
    await failSince();
    await pass(4 * day);
    receiver.answer = () => ({});
    await make(first, 'companies');
    await quiet(service);
    expect(await shown(id)).toMatchObject({ enabled: true, failing_since: null });
    receiver.answer = () => ({ status: 500 });
    const since = await failSince();
    await pass(5 * day - 1);
    await make(first, 'companies');
    await quiet(service);
    expect(await shown(id)).toMatchObject({ enabled: true, failing_since: since });
    expect(await switchedOff('failing')).toBe(0);
    service.clock.advance(1);
    await make(first, 'companies');
    await quiet(service);
    expect(await shown(id)).toMatchObject({ enabled: false, disabled_reason: 'failing', failing_since: since });
    expect(await switchedOff('failing')).toBe(1);
    expect(tellingsOff(id)).toHaveLength(1);
    // The log of changes holds changes by users, and no user made this one.
    expect((await loggedOf(first, { id })).map(({ action }) => action)).toEqual(['create']);
  });
});
