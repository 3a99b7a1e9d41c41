import { expect, test } from 'vitest';
import { bulk } from '../support/data/bulk.ts';
import {
  attemptsOf,
  day,
  eventually,
  makeCompanies,
  messageOf,
  quiet,
  receiverFor,
  startDelivering,
  subscribe,
} from '../support/delivery/delivering.ts';

test('the service deletes messages and attempts after the retention period, and nothing else', async () => {
  await using service = await startDelivering({}, { environment: { WEBHOOK_RETENTION_DAYS: '30' } });
  const { first, second, clock, engine } = service;
  const [receiver, off] = [await receiverFor(), await receiverFor(() => ({ status: 410 }))];
  const { id: webhook } = await subscribe(first, receiver);
  await subscribe(first, off);
  const [old = ''] = await makeCompanies(first, 1);
  const [foreign = ''] = await makeCompanies(second, 1);
  const many = Array.from({ length: 600 }, (_, index) => ({ name: `Old ${index}`, category: 'client' }));
  await bulk(second, 'companies', many);
  await quiet(service);
  const forgotten = [await messageOf(first, old), await messageOf(second, foreign)];
  clock.advance(day);
  const [young = ''] = await makeCompanies(first, 1);
  await quiet(service);
  const kept = await messageOf(first, young);
  clock.advance(29 * day - 1);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect((await first.get(`/webhook_messages/${forgotten[0].id}`)).status).toBe(200);
  clock.advance(1001);
  await eventually(async () => {
    expect(await engine.query('select id from webhook_messages')).toEqual([{ id: kept.id }]);
  });
  expect(await engine.query('select distinct message_id from webhook_attempts')).toEqual([{ message_id: kept.id }]);
  // The deliveries to the disabled webhook are deleted with their message.
  expect(await engine.query('select message_id from webhook_deliveries')).toEqual([]);
  expect(await attemptsOf(first, kept.id)).toMatchObject([{ webhook_id: webhook, status: 200 }]);
  expect((await first.get(`/companies/${old}/history`)).body.changes).toHaveLength(1);
  expect((await first.get(`/webhook_messages/${forgotten[0].id}`)).status).toBe(404);
});
