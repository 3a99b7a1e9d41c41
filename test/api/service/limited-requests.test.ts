import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulk } from '../../support/data/bulk.ts';
import type { Json, Reply } from '../../support/service/client.ts';
import { make } from '../../support/data/make.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';
import { resolve } from '../../support/delivery/webhooks.ts';

let service: TestService;
beforeAll(async () => void (service = await startTestService({}, { resolve })));
afterAll(() => service.stop());

const url = 'https://hooks.example.com/in';
const many = <One>(count: number, one: (index: number) => One): One[] =>
  Array.from({ length: count }, (_, i) => one(i));
const keys = (count: number) => Object.fromEntries(many(count, (index) => [`f${index.toString(36)}`, 1]));
const told = ({ body }: Reply) => body.errors.map(({ pointer, code }: Json) => [pointer, code]);

describe('a list with more entries than allowed', () => {
  it.each([
    [
      'the types that a webhook takes',
      '/webhook/filter_types',
      (client: TestService['first']) =>
        client.post('/webhooks', { webhook: { url, filter_types: many(40_000, (index) => `x${index}`) } }),
    ],
    [
      'the types of a replay',
      '/event_types',
      async (client: TestService['first']) => {
        const made = await client.post('/webhooks', { webhook: { url } });
        const body = { since: '2026-01-01T00:00:00Z', event_types: many(85_000, (index) => `x${index}`) };
        return await client.post(`/webhooks/${made.body.webhook.id}/replay`, body);
      },
    ],
    [
      'the scopes of a token',
      '/api_token/scopes',
      (client: TestService['first']) =>
        client.post('/api_tokens', { api_token: { name: 'Nightly', scopes: many(90_000, () => 'read') } }),
    ],
    [
      'the industries of a company',
      '/company/industry_ids',
      (client: TestService['first']) =>
        client.post('/companies', { company: { name: 'Acme', industry_ids: many(90_000, () => 7) } }),
    ],
  ])('gets only one error: %s', async (_, pointer, ask) => {
    const reply = await ask(service.first);
    expect(reply.status).toBe(422);
    expect(told(reply)).toEqual([[pointer, 'too_many']]);
  });

  it('still gets the other errors of the request', async () => {
    const { first } = service;
    const reply = await first.post('/companies', {
      company: { name: ' ', industry_ids: many(1001, () => 7), town: 1 },
    });
    expect(told(reply).sort()).toEqual([
      ['/company/industry_ids', 'too_many'],
      ['/company/name', 'required'],
      ['/company/town', 'unknown_field'],
    ]);
  });
});

describe('an object with very many keys', () => {
  it.each([
    ['a record', '/company', keys(90_000)],
    ['its address', '/company/address', { name: 'Acme', address: keys(90_000) }],
    ['its custom fields', '/company/custom_fields', { name: 'Acme', custom_fields: keys(90_000) }],
  ])('gets only one error if it has more than 1,000: %s', async (_, pointer, company) => {
    const reply = await service.first.post('/companies', { company });
    expect(reply.status).toBe(422);
    expect(told(reply)).toEqual([[pointer, 'too_many']]);
  });

  it('gets only one error in a bulk row if it has more than 1,000, and the other rows are written', async () => {
    const rows = [keys(90_000), { name: 'Acme' }, { name: 'Acme', address: keys(1001) }];
    const results = await bulk(service.first, 'companies', rows);
    expect(results.map(({ result, errors }) => errors?.map((one: Json) => [one.pointer, one.code]) ?? result)).toEqual([
      [['/companies/0', 'too_many']],
      'created',
      [['/companies/2/address', 'too_many']],
    ]);
  });

  it('gets errors for its keys if it has 1,000, and at most 100 suggestions', async () => {
    const reply = await service.first.post('/companies', { company: { name: 'Acme', ...keys(999) } });
    expect(reply.status).toBe(422);
    expect(reply.body.detail).toContain('There are more');
    expect(reply.text.length).toBeLessThan(100_000);
    const hinted = reply.body.errors.filter(({ suggestion }: Json) => suggestion !== undefined);
    expect(hinted.length).toBeLessThanOrEqual(100);
  });
});

describe('a value that is not in a long list of allowed ones', () => {
  const options = many(1000, (index) => `${index} ${'o'.repeat(250)}`);
  let apiName: string;
  let id: string;
  beforeAll(async () => {
    const made = { model: 'project', name: 'Delivery', field_type: 'select', options };
    ({ api_name: apiName, id } = await make(service.first, 'custom_fields', made));
  });

  it('gets 25 of them and the path of the others for a custom field', async () => {
    const reply = await service.first.post('/projects', {
      project: { name: 'Harbor', custom_fields: { [apiName]: 'none' } },
    });
    expect(reply.status).toBe(422);
    const [{ message, allowed }] = reply.body.errors;
    expect(message).toBe(
      `must be one of ${options.slice(0, 25).join(', ')} and 975 more, see GET /custom_fields/${id}`,
    );
    expect(allowed).toBeUndefined();
  });

  it('gets the same message in a filter, once for 1,000 values', async () => {
    const values = many(1000, (index) => `v${index}`).join(',');
    const reply = await service.first.get(`/projects?custom_fields[${apiName}]=${values}`);
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toHaveLength(1);
    expect(reply.body.errors[0].message).toContain('and 975 more');
    expect(reply.text.length).toBeLessThan(20_000);
  });

  it('gets the same message for a list of the account', async () => {
    for (let index = 0; index < 30; index += 1)
      await make(service.second, 'company_categories', { name: `Kind ${index}` });
    const { status, body } = await service.second.post('/companies', { company: { name: 'Acme', category: 'none' } });
    expect(status).toBe(422);
    expect(body.errors[0].message).toMatch(
      /^must be one of (\w+, ){24}\w+ and \d+ more, see GET \/company_categories$/,
    );
    expect(body.errors[0].allowed).toBeUndefined();
  });

  it('gets the new entries after a change of the list', async () => {
    const kinds = async () => {
      const reply = await service.first.post('/companies', { company: { name: 'Acme', category: 'none' } });
      return reply.body.errors[0].allowed as string[];
    };
    const before = await kinds();
    const { key } = await make(service.first, 'company_categories', { name: 'Steel erector' });
    expect((await kinds()).sort()).toEqual([...before, key].sort());
  });
});

describe('a query with thousands of errors', () => {
  const letters = (count: number) => many(count, (index) => index.toString(36)).join(',');
  it.each([
    ['parameters', `/projects?${many(2500, (index) => `x${index.toString(36)}`).join('&')}`],
    ['filters', `/projects?${many(700, (index) => `custom_fields[x${index}]=`).join('&')}`],
    ['fields', `/projects?fields=${letters(3500)}`],
    ['related records', `/projects?include=${letters(3500)}`],
    ['fields to sort by', `/projects?sort=${letters(3500)}`],
    ['types of events', `/events?event_type=${letters(3500)}`],
    ['filters of a log', `/audit_log?${many(2500, (index) => `x${index.toString(36)}`).join('&')}`],
    ['parameters given twice', `/projects?${many(8000, () => 'q').join('&')}`],
  ])('gets errors for the first of its wrong %s only', async (_, path) => {
    const reply = await service.first.get(path);
    expect(reply.status).toBe(400);
    expect(reply.body.errors.length).toBeLessThanOrEqual(1000);
    expect(reply.text.length).toBeLessThan(100_000);
    expect(reply.body.detail).toMatch(/^The query has more than (\d+) problems; the first \1 are listed\.$/);
  });
});
