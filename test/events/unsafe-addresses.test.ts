import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { attemptsOf, eventually, messageOf, receiverFor } from '../support/delivering.ts';
import { make } from '../support/make.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** What a name leads to now. */
const addresses = new Map<string, string>();

let service: TestService;
let first: Client;
beforeAll(async () => {
  const resolve = async (host: string) => [{ family: 4, address: addresses.get(host) ?? '93.184.215.14' }];
  service = await startTestService({}, { resolve, pace: { everyMs: 25, deadlineMs: 2000 } });
  ({ first } = service);
});
afterAll(() => service.stop());

test('a name that leads elsewhere the second time is not connected to', async () => {
  const receiver = await receiverFor();
  const url = `http://rebinding.example.com:${receiver.port}/hook`;
  const answer = await first.post('/webhooks', { webhook: { url } });
  expect(answer.status).toBe(201);
  addresses.set('rebinding.example.com', '127.0.0.1');
  const { id } = await make(first, 'companies');
  const { id: messageId } = await messageOf(first, id);
  const [attempt] = await eventually(async () => {
    const attempts = await attemptsOf(first, messageId);
    expect(attempts).not.toEqual([]);
    return attempts;
  });
  expect(attempt).toMatchObject({ status: null, error: 'unsafe_address', response: null });
  expect([receiver.deliveries.length, receiver.connections]).toEqual([0, 0]);
});

test.each([
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://0.0.0.0/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://10.1.2.3/',
  'http://172.16.0.1/',
  'http://192.168.0.1/',
  'http://100.64.0.1/',
  'http://127.0.0.1./',
  'http://%31%32%37.0.0.1/',
  'http://１２７.0.0.1/',
  'http://localhost/',
  'http://localhost./',
  'http://service.internal/',
  'http://printer.local/',
  'http://intranet/',
])('%s is refused when it is registered, and when it is changed to', async (url) => {
  const refused = { status: 422, body: { errors: [{ pointer: '/webhook/url', code: 'not_allowed' }] } };
  expect(await first.post('/webhooks', { webhook: { url } })).toMatchObject(refused);
  const { id } = (await first.post('/webhooks', { webhook: { url: 'https://hooks.example.com/' } })).body.webhook;
  expect(await first.patch(`/webhooks/${id}`, { webhook: { url } })).toMatchObject(refused);
  await first.delete(`/webhooks/${id}`);
});
