import { expect, test } from 'vitest';
import {
  attemptsOf,
  eventually,
  idsAt,
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
import { databaseFor } from '../support/service/service.ts';

test('a changed webhook sends pending messages to its new address, and applies its new types to later events', async () => {
  await using service = await startDelivering();
  const { first } = service;
  const [old, now] = [await receiverFor(() => ({ status: 500 })), await receiverFor()];
  const { id } = await subscribe(first, old, { filter_types: ['company.create'] });
  const waiting = await make(first, 'companies');
  await old.next();
  await quiet(service);
  const change = { url: `${now.url}/hook`, filter_types: ['company.delete'] };
  const { webhook } = (await first.patch(`/webhooks/${id}`, { webhook: change })).body;
  // The service does not know yet how the new address responds.
  expect(webhook.failing_since).toBeNull();
  const untold = await make(first, 'companies');
  await first.delete(`/companies/${untold.id}`);
  await now.next();
  service.clock.advance(6 * second);
  await now.next(2);
  await quiet(service);
  const said = now.deliveries.map((one) => [saidBy(one).event_type, saidBy(one).payload.id]);
  expect(said).toEqual([
    ['company.delete', untold.id],
    ['company.create', waiting.id],
  ]);
  expect(recordsOf(old.deliveries)).toEqual([waiting.id]);
});

test('a service that stops waits for deliveries under way and stores their results', async () => {
  const receiver = await receiverFor(() => ({ delay: 400 }));
  const service = await startDelivering({}, { environment: { SHUTDOWN_TIMEOUT: '10' } });
  await subscribe(service.first, receiver);
  await make(service.first, 'companies');
  await receiver.next();
  const statements = service.statements.length;
  await service.stop();
  // The last statements store the result of the attempt.
  const last = service.statements.slice(statements);
  expect(last.some((text) => text.includes('insert into webhook_attempts'))).toBe(true);
  expect(receiver.deliveries).toHaveLength(1);
});

test('a service that stops without waiting cuts off a delivery, and the next service sends it again', async () => {
  const receiver = await receiverFor(() => 'hang');
  const on = await databaseFor();
  const service = await startDelivering({}, { on, environment: { SHUTDOWN_TIMEOUT: '0' } });
  await subscribe(service.first, receiver);
  const { id } = await make(service.first, 'companies');
  await receiver.next();
  const statements = service.statements.length;
  await service.stop();
  expect(service.statements.slice(statements).join()).not.toContain('insert into webhook_attempts');
  receiver.answer = () => ({});
  await using later = await startDelivering({}, { on });
  // Another process could still hold the message until the lease ends.
  later.clock.advance(59 * second);
  await quiet(later);
  expect(receiver.deliveries).toHaveLength(1);
  later.clock.advance(second);
  await receiver.next(2);
  await quiet(later);
  const message = await messageOf(later.first, id);
  expect(idsAt(receiver)).toEqual([message.id, message.id]);
  expect(await attemptsOf(later.first, message.id)).toMatchObject([{ status: 200, error: null }]);
});

test('an attempt at an unknown host is stored with its error', async () => {
  const resolve = async (): Promise<never> => {
    throw Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' });
  };
  await using service = await startDelivering({}, { resolve });
  const { first } = service;
  const answer = await first.post('/webhooks', { webhook: { url: 'https://nowhere.example.com/hook' } });
  expect(answer.status).toBe(201);
  const { id } = await make(first, 'companies');
  const message = await messageOf(first, id);
  await eventually(async () => {
    expect(await attemptsOf(first, message.id)).toMatchObject([{ status: null, error: 'unknown_host' }]);
  });
});
