import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/service/client.ts';
import {
  attemptsOf,
  eventually,
  makeCompanies,
  measured,
  messageOf,
  quiet,
  receiverFor,
  startDelivering,
  subscribe,
} from '../support/delivery/delivering.ts';
import { make } from '../support/data/make.ts';
import type { Answer, Receiver } from '../support/delivery/receiver.ts';
import type { TestService } from '../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await startDelivering();
  ({ first } = service);
});
afterAll(() => service.stop());

/** Expects that the service stores one attempt at a receiver, which only its account reads. */
async function expectStored({ first, second, clock }: TestService, answer: Answer, expected: object): Promise<void> {
  const receiver = await receiverFor(() => answer);
  const { id: webhookId } = await subscribe(first, receiver);
  const { id } = await make(first, 'companies');
  const { id: messageId } = await messageOf(first, id);
  const [attempt, ...others] = await eventually(async () => {
    const attempts = await attemptsOf(first, messageId);
    expect(attempts).not.toEqual([]);
    return attempts;
  });
  expect(others).toEqual([]);
  expect(attempt).toMatchObject({ ...expected, webhook_id: webhookId, duration_ms: expect.any(Number) });
  expect(attempt.attempted_at).toBe(clock.now().toISOString().replace('.000Z', 'Z'));
  await first.delete(`/webhooks/${webhookId}`);
  expect(await attemptsOf(first, messageId)).toEqual([attempt]);
  expect((await second.get(`/webhook_messages/${messageId}?include=attempts`)).status).toBe(404);
}

describe('an attempt', () => {
  it.each<[what: string, answer: Answer, expected: object]>([
    ['a status', { status: 503, body: 'Not "now"' }, { status: 503, error: null, response: 'Not "now"' }],
    ['a redirect', { status: 302, headers: { location: '/' } }, { status: 302, error: null, response: '' }],
    ['a cut connection', 'destroy', { status: null, error: 'connection_lost', response: null }],
    ['text that JSON cannot hold', { status: 500, body: 'a\0b' }, { status: 500, response: 'ab' }],
  ])('is stored with its result: %s', (_, answer, expected) => expectStored(service, answer, expected));

  it('is stored with its result: a timeout', async () => {
    await using impatient = await startDelivering({ deadlineMs: 100 });
    await expectStored(impatient, 'hang', { status: null, error: 'timeout', response: null });
  });

  it('is counted in the metrics', async () => {
    const counted = (outcome: string) =>
      measured(service, `webhook_attempt_duration_seconds_count{outcome="${outcome}"}`);
    const before = [await counted('received'), await counted('failed')];
    const receiver: Receiver = await receiverFor(() => ({ status: receiver.deliveries.length === 1 ? 200 : 500 }));
    await subscribe(first, receiver);
    await makeCompanies(first, 2);
    await quiet(service);
    expect([await counted('received'), await counted('failed')]).toEqual([
      Number(before[0]) + 1,
      Number(before[1]) + 1,
    ]);
    expect(await measured(service, 'webhook_deliveries_due')).toBe(0);
  });

  it('is listed in the order of the start times, up to the first thousand', async () => {
    const { id: webhookId } = await subscribe(first, await receiverFor(), { filter_types: ['company.delete'] });
    const { id: messageId } = await messageOf(first, (await make(first, 'companies')).id);
    // The rows are in the order of their durations. Their start times run the other way, two in each second.
    await service.engine.query(
      `insert into webhook_attempts (account_id, message_id, webhook_id, attempted_at, status, duration_ms)
      select account_id, $1, id, '2026-03-02T15:00:00Z'::timestamptz + (1000 - n) / 2 * interval '1 second', 500, n
      from webhooks, generate_series(0, 1000) n where public_id = $2::uuid order by n`,
      [messageId, webhookId],
    );
    const pairs = Array.from({ length: 500 }, (_, pair) => [999 - 2 * pair, 1000 - 2 * pair]);
    const told = await attemptsOf(first, messageId);
    expect(told.map(({ duration_ms: duration }) => duration)).toEqual(pairs.flat());
  });
});
