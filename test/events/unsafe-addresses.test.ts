import type { NetworkInterfaceInfo } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../support/service/client.ts';
import { attemptsOf, eventually, messageOf, receiverFor } from '../support/delivery/delivering.ts';
import { make } from '../support/data/make.ts';
import { startTestService, type TestService } from '../support/service/service.ts';

/** The current address of each name. */
const addresses = new Map<string, string>([['own.example.com', '93.184.215.99']]);

/** Returns a network interface of the machine with this address. */
const at = (address: string, family: 'IPv4' | 'IPv6') =>
  ({ address, family, netmask: '', mac: '', internal: false, cidr: null, scopeid: 0 }) as NetworkInterfaceInfo;

let service: TestService;
let first: Client;
beforeAll(async () => {
  const resolve = async (host: string) => [{ family: 4, address: addresses.get(host) ?? '93.184.215.14' }];
  const interfaces = { eth0: [at('93.184.215.99', 'IPv4'), at('2606:2800:21f:cb07::99', 'IPv6')] };
  service = await startTestService({}, { resolve, interfaces, pace: { everyMs: 25 } });
  ({ first } = service);
});
afterAll(() => service.stop());

test.each([
  ['an address of the machine', '127.0.0.1'],
  ['a public address of the machine', '93.184.215.99'],
  ["a cloud's metadata service", '168.63.129.16'],
])('the service does not connect to a name that later leads to %s', async (_where, elsewhere) => {
  const receiver = await receiverFor();
  const host = `rebinding-${elsewhere.replaceAll('.', '-')}.example.com`;
  const url = `http://${host}:${receiver.port}/hook`;
  const answer = await first.post('/webhooks', { webhook: { url } });
  expect(answer.status).toBe(201);
  addresses.set(host, elsewhere);
  const { id } = await make(first, 'companies');
  const { id: messageId } = await messageOf(first, id);
  const [attempt] = await eventually(async () => {
    const attempts = await attemptsOf(first, messageId);
    expect(attempts).not.toEqual([]);
    return attempts;
  });
  expect(attempt).toMatchObject({ status: null, error: 'unsafe_address', response: null });
  expect([receiver.deliveries.length, receiver.connections]).toEqual([0, 0]);
  await first.delete(`/webhooks/${answer.body.webhook.id}`);
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
  'http://100.100.100.200/',
  'http://168.63.129.16/',
  'http://2822734096/',
  'http://[::ffff:168.63.129.16]/',
  'http://[64:ff9b::a83f:8110]/',
  'http://192.0.0.192/',
  'http://[fd00:ec2::254]/',
  'http://93.184.215.99/',
  'http://[2606:2800:21f:cb07:0::99]/',
  'http://[::ffff:93.184.215.99]/',
  'http://own.example.com/',
  'http://127.0.0.1./',
  'http://%31%32%37.0.0.1/',
  'http://１２７.0.0.1/',
  'http://localhost/',
  'http://localhost./',
  'http://service.internal/',
  'http://printer.local/',
  'http://intranet/',
])('%s is refused in a new webhook and in a changed one', async (url) => {
  const refused = { status: 422, body: { errors: [{ pointer: '/webhook/url', code: 'not_allowed' }] } };
  expect(await first.post('/webhooks', { webhook: { url } })).toMatchObject(refused);
  const { id } = (await first.post('/webhooks', { webhook: { url: 'https://hooks.example.com/' } })).body.webhook;
  expect(await first.patch(`/webhooks/${id}`, { webhook: { url } })).toMatchObject(refused);
  await first.delete(`/webhooks/${id}`);
});
