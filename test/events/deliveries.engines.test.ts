import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { verify } from '../../src/webhooks/verify.ts';
import { bulk } from '../support/data/bulk.ts';
import type { Client, Json } from '../support/service/client.ts';
import {
  eventually,
  makeCompanies,
  measured,
  messageOf,
  quiet,
  receiverFor,
  recordsOf,
  saidBy,
  second,
  startDelivering,
  subscribe,
} from '../support/delivery/delivering.ts';
import { make } from '../support/data/make.ts';
import type { TestService } from '../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await startDelivering();
  ({ first } = service);
});
afterAll(() => service.stop());

describe('an event', () => {
  it('is sent to every webhook, signed and with the same content as in the log', async () => {
    const [one, other] = [await receiverFor(), await receiverFor()];
    const webhooks = [await subscribe(first, one), await subscribe(first, other)];
    const { id } = await make(first, 'companies');
    const message = await messageOf(first, id);
    for (const [index, receiver] of [one, other].entries()) {
      const [delivery] = await receiver.next();
      if (!delivery) throw new Error('nothing arrived');
      expect(saidBy(delivery)).toEqual(message);
      expect(delivery).toMatchObject({ method: 'POST', path: '/hook' });
      expect(delivery.headers).toMatchObject({
        'content-type': 'application/json',
        'webhook-id': message.id,
        'user-agent': expect.stringMatching(/^Plumbline\/\d/),
      });
      const { now } = service.clock;
      expect(verify(delivery.headers, delivery.body, webhooks[index].secret, { now: now() })).toEqual(message);
      expect(() => verify(delivery.headers, delivery.body, webhooks[1 - index].secret, { now: now() })).toThrow();
    }
  });

  it('is sent only to webhooks of its account that accept its type', async () => {
    const [all, few, foreign] = [await receiverFor(), await receiverFor(), await receiverFor()];
    await subscribe(first, all);
    await subscribe(first, few, { filter_types: ['company.delete', 'contact.create'] });
    await subscribe(service.second, foreign);
    const { id } = await make(first, 'companies');
    await first.patch(`/companies/${id}`, { company: { phone: '1' } });
    await first.delete(`/companies/${id}`);
    await all.next(3);
    await few.next(1);
    await quiet(service);
    expect(all.deliveries.map((one) => saidBy(one).event_type).sort()).toEqual([
      ...['company.create', 'company.delete', 'company.update'],
    ]);
    expect(few.deliveries.map((one) => saidBy(one).event_type)).toEqual(['company.delete']);
    expect(foreign.deliveries).toEqual([]);
  });

  it('is sent for each record of a bulk request, but not for a refused record', async () => {
    const receiver = await receiverFor();
    await subscribe(first, receiver);
    const results = await bulk(
      first,
      'companies',
      ['A1', '', 'A2', 'A3'].map((name) => ({ name, category: 'client' })),
    );
    expect((await first.post('/companies', { company: { name: 'Nobody', category: 'none' } })).status).toBe(422);
    await receiver.next(3);
    await quiet(service);
    const made = results.filter(({ result }: Json) => result === 'created').map(({ id }: Json) => id);
    expect(made).toHaveLength(3);
    expect(recordsOf(receiver.deliveries).sort()).toEqual(made.sort());
  });

  it('is not sent if it happened while the webhook was switched off', async () => {
    const receiver = await receiverFor();
    const { id } = await subscribe(first, receiver);
    await first.patch(`/webhooks/${id}`, { webhook: { enabled: false } });
    await make(first, 'companies');
    await first.patch(`/webhooks/${id}`, { webhook: { enabled: true } });
    const told = await make(first, 'companies');
    await receiver.next();
    await quiet(service);
    expect(recordsOf(receiver.deliveries)).toEqual([told.id]);
  });

  it('is not sent to a deleted webhook', async () => {
    const receiver = await receiverFor(() => ({ status: 500 }));
    const { id } = await subscribe(first, receiver);
    await make(first, 'companies');
    await receiver.next();
    await quiet(service);
    await first.delete(`/webhooks/${id}`);
    service.clock.advance(10 * second);
    await make(first, 'companies');
    await quiet(service);
    expect(receiver.deliveries).toHaveLength(1);
  });
});

describe('a new secret', () => {
  test('signs together with the previous one for a day', async () => {
    const receiver = await receiverFor();
    const { id, secret: old } = await subscribe(first, receiver);
    const { secret } = (await first.post(`/webhooks/${id}/rotate_secret`)).body.webhook;
    const signed = async (count: number) => {
      await make(first, 'companies');
      const delivery = (await receiver.next(count)).at(-1);
      if (!delivery) throw new Error('nothing arrived');
      const isBy = (one: string): boolean => {
        try {
          return Boolean(verify(delivery.headers, delivery.body, one, { now: service.clock.now() }));
        } catch {
          return false;
        }
      };
      return { old: isBy(old), new: isBy(secret) };
    };
    expect(await signed(1)).toEqual({ old: true, new: true });
    service.clock.advance(24 * 3600 * second - 1);
    expect(await signed(2)).toEqual({ old: true, new: true });
    service.clock.advance(1);
    expect(await signed(3)).toEqual({ old: false, new: true });
  });
});

describe('a rate limit', () => {
  test('spreads deliveries evenly', async () => {
    const [limited, free] = [await receiverFor(), await receiverFor()];
    await subscribe(first, limited, { rate_limit: 30 });
    await subscribe(first, free);
    await makeCompanies(first, 4);
    await free.next(4);
    for (let count = 1; count <= 4; count += 1) {
      await eventually(() => expect(limited.deliveries).toHaveLength(count));
      service.clock.advance(2 * second - 1);
      // Long enough for several polls.
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(limited.deliveries).toHaveLength(count);
      service.clock.advance(1);
    }
    expect(new Set(recordsOf(limited.deliveries)).size).toBe(4);
  });
});

describe('the metrics of due deliveries', () => {
  test('count them and give the age of the oldest one', async () => {
    const receiver = await receiverFor();
    await subscribe(first, receiver, { rate_limit: 1 });
    const due = async () => [
      await measured(service, 'webhook_deliveries_due'),
      await measured(service, 'webhook_deliveries_oldest_due_seconds'),
    ];
    expect(await due()).toEqual([0, 0]);
    await makeCompanies(first, 3);
    await receiver.next();
    expect(await due()).toEqual([2, 0]);
    service.clock.advance(59 * second);
    expect(await due()).toEqual([2, 59]);
    service.clock.advance(second);
    await receiver.next(2);
    expect(await due()).toEqual([1, 60]);
  });
});

describe('a rate limit of many deliveries a minute', () => {
  test('is used in full even if the service polls rarely', async () => {
    await using rare = await startDelivering({ everyMs: 3_600_000 });
    const receiver = await receiverFor();
    await subscribe(rare.first, receiver, { rate_limit: 1200 });
    const [begun, start] = [performance.now(), rare.clock.now().getTime()];
    rare.clock.now = () => new Date(start + performance.now() - begun);
    await make(rare.first, 'companies');
    await makeCompanies(rare.first, 5);
    // No change wakes the polling loop any more. The deliverer wakes itself when the rate limit allows the next
    // delivery.
    await receiver.next(6);
    expect(new Set(recordsOf(receiver.deliveries)).size).toBe(6);
  });
});
