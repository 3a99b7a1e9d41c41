import { expect, onTestFinished, test } from 'vitest';
import { receiverFor, saidBy } from '../support/delivery/delivering.ts';
import { tokens } from '../support/service/template.ts';
import { furnishedPlace } from './command-line.ts';
import { serve } from './program.ts';

test('the service sends nothing to a webhook through a proxy', async () => {
  const place = await furnishedPlace();
  onTestFinished(place.remove);
  const [receiver, proxy] = [await receiverFor(), await receiverFor()];
  // Newer releases of Node use these variables for requests without an agent.
  const proxied = {
    HTTP_PROXY: proxy.url,
    http_proxy: proxy.url,
    NODE_USE_ENV_PROXY: '1',
    WEBHOOKS_ALLOW_PRIVATE: '1',
  };
  const service = await serve({ ...place.environment, ...proxied });
  const headers = { authorization: `Bearer ${tokens.first}`, 'content-type': 'application/json' };
  const ask = (path: string, body: object) =>
    fetch(`${service.url}/api/2023-01${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect((await ask('/webhooks', { webhook: { url: `${receiver.url}/hook` } })).status).toBe(201);
  expect((await ask('/companies', { company: { name: 'Direct', category: 'client' } })).status).toBe(201);
  const [delivery] = await receiver.next(1);
  expect(saidBy(delivery ?? { body: '{}' })).toMatchObject({ event_type: 'company.create' });
  expect(proxy.connections).toBe(0);
  await service.stop();
});
