import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulk } from '../support/data/bulk.ts';
import type { Client } from '../support/service/client.ts';
import {
  heldAnswers,
  makeCompanies,
  quiet,
  receiverFor,
  recordsOf,
  second,
  startDelivering,
  subscribe,
} from '../support/delivery/delivering.ts';
import type { Receiver } from '../support/delivery/receiver.ts';
import type { TestService } from '../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await startDelivering();
  ({ first } = service);
});
afterAll(() => service.stop());

const now = (): string => service.clock.now().toISOString();

describe('the messages of a period', () => {
  it('do not delay new events, even if they are many', async () => {
    const { answer, letGo } = heldAnswers();
    const receiver: Receiver = await receiverFor(() => (receiver.deliveries.length > 900 ? answer() : {}));
    const { id } = await subscribe(first, receiver, { filter_types: ['company.create'] });
    service.clock.advance(1000);
    const since = now();
    const many = Array.from({ length: 800 }, (_, index) => ({ name: `Many ${index}`, category: 'client' }));
    await bulk(first, 'companies', many);
    await receiver.next(800);
    await quiet(service);
    await first.post(`/webhooks/${id}/replay`, { since });
    // The receiver has got some of the messages and holds others. The new event is later than the due time of all of
    // them.
    await receiver.next(901);
    service.clock.advance(second);
    const [made = ''] = await makeCompanies(first, 1);
    letGo();
    await receiver.next(1601);
    await quiet(service);
    const again = recordsOf(receiver.deliveries.slice(800));
    expect([again.length, new Set(again).size]).toEqual([801, 801]);
    // Only the first batch of 500 and the deliveries under way come before the new event.
    expect(again.indexOf(made)).toBeGreaterThan(100);
    expect(again.indexOf(made)).toBeLessThan(500 + 64);
  });
});
