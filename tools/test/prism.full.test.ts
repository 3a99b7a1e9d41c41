import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectionOf, leastBody } from '../../test/support/data/make.ts';
import { table } from '../../test/support/data/registry.ts';
import { startTestService, type TestService } from '../../test/support/service/service.ts';
import { tokens } from '../../test/support/service/template.ts';
import { type Method, type Proxy, validatingProxy } from './prism.ts';

let service: TestService;
let proxy: Proxy;
let requests = 0;
beforeAll(async () => {
  service = await startTestService();
  proxy = await validatingProxy(await service.document(), { url: service.url, token: tokens.first });
});
afterAll(() => service.stop());

/** Sends a valid request, and expects that Prism reports nothing about it and its response. */
async function pass(status: number, method: Method, path: string, body?: unknown) {
  requests += 1;
  const passed = await proxy.send(method, path, body);
  expect({ path, ...passed }).toMatchObject({ path, status, violations: [] });
  return passed.body as Record<string, Record<string, unknown>>;
}

describe('Prism between a client and the service', () => {
  test.each(table)('reports nothing about %s', async (plural, resource) => {
    const body = { [resource.singular]: await leastBody(service.first, resource) };
    const made = await pass(201, 'post', await collectionOf(service.first, resource), body);
    const path = `/${plural}/${String(made[resource.singular]?.['id'])}`;
    await pass(200, 'get', path);
    await pass(200, 'patch', path, { [resource.singular]: {} });
    await pass(200, 'get', `/${plural}?per_page=2&sort=-updated_at,id`);
    await pass(200, 'get', `${path}/history`);
    await pass(204, 'delete', path);
    await pass(404, 'get', path);
    await pass(200, 'post', `${path}/restore`);
  });

  test('reports nothing about related records, filters, sums and the other lists', async () => {
    for (const path of ['/account', '/api_tokens', '/webhooks', '/webhook_messages', '/oauth_clients', '/audit_log']) {
      await pass(200, 'get', path);
    }
    await pass(200, 'get', '/projects?include=team,calls,tasks&project_status=pursuit');
    await pass(200, 'get', '/projects/summary?group_by=project_status');
  });

  test('reports nothing about arrays in every form, operators and custom fields', async () => {
    const of = { model: 'project' };
    const roof = { ...of, name: 'Roof type', field_type: 'select', options: ['flat', 'pitched'] };
    await pass(201, 'post', '/custom_fields', { custom_field: roof });
    await pass(201, 'post', '/custom_fields', { custom_field: { ...of, name: 'Floors', field_type: 'number' } });
    for (const query of [
      'include=team&include=calls',
      'id=1&id=2',
      'project_status=pursuit&project_status=upcoming',
      'amount[gte]=1000&name[contains]=tower&award_date[is_null]=true',
      'custom_fields[roof_type]=flat',
      'custom_fields[floors][gte]=10',
      'filters[amount]=1000',
      'filters[amount][gt]=1000',
      'q=harbor&per_page=5',
      'fields=id,name',
    ]) {
      await pass(200, 'get', `/projects?${query}`);
    }
  });

  test('reports nothing about a bulk request, an access token and refusals', async () => {
    const { results } = await pass(200, 'post', '/projects/bulk', { projects: [{ name: 'A' }, { id: '0' }] });
    expect(results).toMatchObject([{ result: 'created' }, { result: 'failed' }]);
    const { oauth_client: made } = await pass(201, 'post', '/oauth_clients', {
      oauth_client: { name: 'Nightly', scopes: ['read'] },
    });
    const grant = (secret: unknown) => {
      const basic = `Basic ${btoa(`${String(made?.['client_id'])}:${String(secret)}`)}`;
      return proxy.send('post', '/oauth/token', { grant_type: 'client_credentials' }, basic);
    };
    expect(await grant(made?.['client_secret'])).toMatchObject({ status: 200, violations: [] });
    expect(await grant('none')).toMatchObject({ status: 401, violations: [] });
    const { user } = await pass(200, 'get', '/users/me');
    await pass(409, 'post', '/users', { user: { email: user?.['email'], role: 'viewer' } });
    await pass(422, 'post', '/projects', { project: { name: 'Harbor', company_id: '999999' } });
  });

  test('has checked more than a hundred requests, and reports an invalid one', async () => {
    expect(requests).toBeGreaterThan(100);
    const { status, violations } = await proxy.send('post', '/projects', { project: { name: 42 } });
    expect([status, violations.length > 0]).toEqual([422, true]);
  });
});
