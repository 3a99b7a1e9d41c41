import { expect, test } from 'vitest';
import { bulk } from '../support/data/bulk.ts';
import {
  eventually,
  heldAnswers,
  makeCompanies,
  measured,
  quiet,
  receiverFor,
  second,
  startDelivering,
  subscribe,
} from '../support/delivery/delivering.ts';

test('the endpoint with the fewest open deliveries is next if others are slow', async () => {
  await using service = await startDelivering({ deadlineMs: 60_000 });
  const { first, clock } = service;
  const slow = heldAnswers();
  const sluggard = await receiverFor(slow.answer);
  for (let made = 0; made < 16; made += 1) await subscribe(first, sluggard, { filter_types: ['company.create'] });
  const companies = Array.from({ length: 40 }, (_, index) => ({ name: `Firm ${index}`, category: 'client' }));
  await bulk(first, 'companies', companies);
  await eventually(() => expect(slow.count()).toBe(500));

  clock.advance(second);
  const quick = await receiverFor();
  await subscribe(first, quick, { filter_types: ['contact.create'] });
  await first.post('/contacts', { contact: { first_name: 'Ada' } });
  expect(await measured(service, 'webhook_deliveries_in_flight')).toBe(500);
  slow.release();
  await quick.next(1);
  expect(slow.count()).toBe(499);
  slow.letGo();
  await sluggard.next(640);
  await quiet(service);
});

test('a response from the old address of a webhook does not affect the webhook', async () => {
  await using service = await startDelivering();
  const { first } = service;
  const late = heldAnswers();
  const [old, now] = [await receiverFor(late.answer), await receiverFor()];
  const { id } = await subscribe(first, old);
  await makeCompanies(first, 1);
  await eventually(() => expect(late.count()).toBe(1));
  await first.patch(`/webhooks/${id}`, { webhook: { url: `${now.url}/hook` } });
  late.release({ status: 410 });
  await quiet(service);
  const { webhook } = (await first.get(`/webhooks/${id}`)).body;
  expect(webhook).toMatchObject({ enabled: true, failing_since: null });
});
