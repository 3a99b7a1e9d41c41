import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json } from '../../support/service/client.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';
import {
  addressOf,
  aSecret,
  change,
  faultsOf,
  makeWebhook,
  pathOf,
  resolve,
  webhookBody,
} from '../../support/delivery/webhooks.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await startTestService({}, { resolve });
  ({ first } = service);
});
afterAll(() => service.stop());

describe('a webhook', () => {
  it('gets every error in one response', async () => {
    const wrong = {
      description: 'x'.repeat(1001),
      filter_types: ['project.create', 'project.wno', 7, 'webhook.test', 'project.create'],
      secret: aSecret(23),
      rate_limit: 1201,
      ratelimit: 5,
    };
    const made = await first.post('/webhooks', { webhook: wrong });
    const shared = [
      '/webhook/description too_long',
      '/webhook/filter_types duplicate',
      '/webhook/filter_types/1 not_allowed',
      '/webhook/filter_types/2 wrong_type',
      '/webhook/filter_types/3 not_allowed',
      '/webhook/rate_limit out_of_range',
      '/webhook/ratelimit unknown_field',
    ];
    expect(made.status).toBe(422);
    expect(faultsOf(made)).toEqual([...shared, '/webhook/secret invalid_format', '/webhook/url required'].sort());
    const misspelt = made.body.errors.find(({ pointer }: Json) => pointer === '/webhook/filter_types/1');
    expect(misspelt.suggestion).toBe('project.won');
    expect(misspelt).not.toHaveProperty('allowed');
    expect(misspelt.message).toContain('did you mean project.won?');

    const record = await makeWebhook(first);
    const { secret: _, ...others } = wrong;
    const changed = await change(first, record, { ...others, url: null, enabled: 'yes' });
    expect(faultsOf(changed)).toEqual([...shared, '/webhook/enabled wrong_type', '/webhook/url required'].sort());
    expect((await first.get(pathOf(record))).body.webhook.version).toBe(1);
    expect((await first.get('/audit_log?per_page=1')).body.changes[0].record_id).toBe(record.id);
  });

  it.each([
    ['/webhook/url too_long', { url: addressOf('x'.repeat(2048)) }],
    ['/webhook/url invalid_text', { url: `${addressOf('x')}\0` }],
    ['/webhook/url wrong_type', { url: 5 }],
    ['/webhook/url required', { url: ' ' }],
    ['/webhook/description invalid_text', { description: '\ud800' }],
    ['/webhook/filter_types wrong_type', { filter_types: 'project.create' }],
    ['/webhook/filter_types/0 required', { filter_types: [null] }],
    ['/webhook/rate_limit out_of_range', { rate_limit: 0 }],
    ['/webhook/rate_limit wrong_type', { rate_limit: 1.5 }],
    ['/webhook/secret wrong_type', { secret: 5 }],
    ['/webhook/secret invalid_format', { secret: aSecret(65) }],
    ['/webhook/secret invalid_format', { secret: 'whsec_not base64, and long enough for a key' }],
    ['/webhook/secret invalid_format', { secret: Buffer.alloc(32).toString('base64') }],
  ])('is refused with %s', async (fault, fields) => {
    const answer = await first.post('/webhooks', webhookBody(fields));
    expect([answer.status, faultsOf(answer)]).toEqual([422, [fault]]);
  });

  it.each([2047, 2048])('can have a URL of up to 2,048 characters, such as one of %i', async (length) => {
    const record = await makeWebhook(first, { url: addressOf('').padEnd(length, 'x'), description: 'é'.repeat(1000) });
    expect(record.url).toHaveLength(length);
  });

  it.each([
    ['not_allowed', 'https://intranet.northline.example/hook'],
    ['not_allowed', 'https://127.0.0.1/hook'],
    ['invalid_format', 'hooks.example.com/hook'],
    ['invalid_format', 'ftp://hooks.example.com/hook'],
  ])('is refused with %s for a URL that cannot be called, next to its other errors: %s', async (code, url) => {
    const answer = await first.post('/webhooks', webhookBody({ url, rate_limit: 0, secret: 'x' }));
    expect(faultsOf(answer)).toEqual(
      [`/webhook/url ${code}`, '/webhook/rate_limit out_of_range', '/webhook/secret invalid_format'].sort(),
    );
    const record = await makeWebhook(first);
    expect(faultsOf(await change(first, record, { url, enabled: 1 }))).toEqual(
      [`/webhook/url ${code}`, '/webhook/enabled wrong_type'].sort(),
    );
    expect((await first.get(pathOf(record))).body.webhook.url).toBe(record.url);
  });

  it('can keep its URL when the host is no longer public', async () => {
    const record = await makeWebhook(first);
    const url = 'https://was-public.northline.example/';
    await service.engine.query('update webhooks set url = $2 where public_id = $1::uuid', [record.id, url]);
    const answer = await change(first, record, { url, enabled: false });
    expect(answer.body.webhook).toMatchObject({ url, enabled: false, version: 2 });
  });

  it('can have a private address if the operator allows it', async () => {
    await using open = await startTestService({ WEBHOOKS_ALLOW_PRIVATE: '1' }, { resolve });
    const { url } = await makeWebhook(open.first, { url: 'http://127.0.0.1:9/hook' });
    expect(url).toBe('http://127.0.0.1:9/hook');
  });
});
