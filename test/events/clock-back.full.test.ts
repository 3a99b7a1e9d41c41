import { expect, test } from 'vitest';
import {
  hour,
  makeCompanies,
  receiverFor,
  quiet,
  recordsOf,
  second,
  startDelivering,
  subscribe,
} from '../support/delivery/delivering.ts';
import { databaseFor, startTestService } from '../support/service/service.ts';

test('deliveries of a process whose clock was hours ahead are sent at once by the next', async () => {
  const on = await databaseFor();
  const receiver = await receiverFor();
  const ahead = await startTestService({ WEBHOOKS_ALLOW_PRIVATE: '1' }, { on });
  ahead.clock.advance(3 * hour);
  await subscribe(ahead.first, receiver);
  const made = await makeCompanies(ahead.first, 2);
  await ahead.stop();
  await using next = await startDelivering({}, { on });
  expect(recordsOf(await receiver.next(2)).sort()).toEqual(made.sort());
  await quiet(next);
});

test('retries and rate limits go on in time after the clock has gone back by hours', async () => {
  await using service = await startDelivering();
  const { clock, first } = service;
  const [failing, slow] = [await receiverFor(() => ({ status: 500 })), await receiverFor()];
  await subscribe(first, failing);
  await subscribe(first, slow, { rate_limit: 1 });
  const [one] = await makeCompanies(first, 1);
  await Promise.all([failing.next(1), slow.next(1)]);
  await quiet(service);
  failing.answer = () => ({});
  clock.advance(-3 * hour);
  const [other] = await makeCompanies(first, 1);
  expect(recordsOf(await slow.next(2))).toEqual([one, other]);
  clock.advance(6 * second);
  expect(recordsOf(await failing.next(3)).sort()).toEqual([one, one, other].sort());
});

test('the first look of a process costs no transaction for an account whose deliveries are not far away', async () => {
  const on = await databaseFor();
  const receiver = await receiverFor();
  const ahead = await startTestService({ WEBHOOKS_ALLOW_PRIVATE: '1' }, { on });
  await subscribe(ahead.second, receiver);
  const [due] = await makeCompanies(ahead.second, 1);
  ahead.clock.advance(3 * hour);
  await subscribe(ahead.first, receiver);
  const [far] = await makeCompanies(ahead.first, 1);
  await ahead.stop();
  await using next = await startDelivering({}, { on });
  expect(recordsOf(await receiver.next(2)).sort()).toEqual([due, far].sort());
  await quiet(next);
  const forward = next.statements.filter((text) => /update webhook_deliveries d set due_at = case/.test(text));
  expect(forward).toHaveLength(1);
});
