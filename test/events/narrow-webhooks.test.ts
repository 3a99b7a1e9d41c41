import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { hour, receiverFor, saidBy, startDelivering } from '../support/delivery/delivering.ts';
import { clientOf } from '../support/service/tokens.ts';

test('a webhook outlives the token that made it, and what it sends holds no content of a record', async () => {
  await using service = await startDelivering();
  const [{ id: userId }] = (await service.first.get('/users?role=admin')).body.users;
  const expiresAt = new Date(service.clock.now().getTime() + hour);
  const { client } = await clientOf(service, { userId, scopes: ['admin'], expiresAt });
  const receiver = await receiverFor();
  const body = { webhook: { url: `${receiver.url}/hook`, filter_types: ['company.create'] } };
  expect((await client.post('/webhooks', body)).status).toBe(201);
  service.clock.advance(2 * hour);
  expect((await client.get('/webhooks')).status).toBe(401);
  const { id } = await make(service.first, 'companies', { name: 'Hudson Clinic' });
  const [sent] = await receiver.next();
  const url = `${service.url}/api/2023-01/companies/${id}`;
  expect(sent && saidBy(sent)).toEqual({
    id: expect.any(String),
    event_type: 'company.create',
    event_id: expect.any(String),
    payload: { id, url, external_id: null },
    timestamp: expect.any(String),
  });
});
