import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { receiverFor, startDelivering, subscribe } from '../../support/delivery/delivering.ts';
import { make } from '../../support/data/make.ts';
import { targetOf, type Wire, wireTo } from '../../support/requests/wire.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

/** The URLs with which the answers to requests with a header `Host` begin. */
async function urlsOf(wire: Wire, service: TestService, host: string): Promise<Set<string>> {
  const headers = { host, authorization: `Bearer ${service.tokens.first}` };
  const get = (target: string) => wire.send({ method: 'GET', target, headers });
  const { api } = JSON.parse((await get('/')).text) as { api: string };
  const { type } = JSON.parse((await get('/nowhere')).text) as { type: string };
  const { servers } = JSON.parse((await get('/openapi.json')).text) as { servers: { url: string }[] };
  const { link } = (await get(targetOf('/project_stages?per_page=1'))).headers;
  const [, sample = ''] = /<code>(http[^<]*)\/api\/2023-01<\/code>/.exec((await get('/docs')).text) ?? [];
  const { body } = await service.first.get('/users?role=member&per_page=1');
  const [{ id }] = body.users;
  const made = await wire.send({ method: 'POST', target: targetOf(`/users/${id}/password_link`), headers });
  const { password_link: secret } = JSON.parse(made.text) as { password_link: { url: string } };
  const all = [api, type, servers[0]?.url, /<([^>]*)>/.exec(String(link))?.[1], sample, secret.url];
  return new Set(all.map((url) => /^https?:\/\/[^/]*/.exec(url ?? '')?.[0] ?? `none: ${url}`));
}

const hosts = ['crm.granite.example:3000', 'office-pc', '192.0.2.7', '[2001:db8::7]:8080'];
const unsoundHosts = ['crm.example/a', 'ann@crm.example', 'crm.example:99999', 'crm"><b>', 'a b', '[::1', ''];

describe('a service on all addresses of the machine', () => {
  let service: TestService;
  let wire: Wire;
  beforeAll(async () => {
    service = await startDelivering({}, { environment: { HOST: '0.0.0.0' } });
    await make(service.first, 'users', { email: 'mia@granite.example' });
    wire = wireTo(service.url);
  });
  afterAll(async () => {
    wire[Symbol.dispose]();
    await service.stop();
  });

  test.each(hosts)('answers %s with addresses of the same host', async (host) => {
    expect(await urlsOf(wire, service, host)).toEqual(new Set([`http://${host}`]));
  });

  test('takes the scheme and the host from a trusted proxy', async () => {
    const headers = { host: '127.0.0.1', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'crm.example' };
    const { text } = await wire.send({ method: 'GET', target: '/', headers });
    expect(JSON.parse(text)).toMatchObject({ reference: 'https://crm.example/docs' });
  });

  test.each(unsoundHosts)('never repeats a host like %j', async (host) => {
    expect(await urlsOf(wire, service, host)).toEqual(new Set([service.url]));
  });

  test('names an address of the machine in messages', async () => {
    expect(service.url).not.toContain('0.0.0.0');
    const receiver = await receiverFor();
    await subscribe(service.first, receiver);
    const project = await make(service.first, 'projects', {});
    const [delivery] = await receiver.next();
    expect(JSON.parse(delivery?.body ?? '')).toMatchObject({
      payload: { url: `${service.url}/api/2023-01/projects/${project.id}` },
    });
  });
});

test.each(['crm.granite.example:3000', 'a b'])(
  'a service with one address does not repeat the host %j',
  async (host) => {
    const service = await sharedService();
    await make(service.first, 'users', { email: 'mia@granite.example' });
    using wire = wireTo(service.url);
    expect(await urlsOf(wire, service, host)).toEqual(new Set([service.url]));
  },
);
