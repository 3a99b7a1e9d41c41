import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { became, bulk } from '../../support/data/bulk.ts';
import type { Client } from '../../support/service/client.ts';
import { make, next } from '../../support/data/make.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await startTestService();
  ({ first } = service);
  for (const name of longNames) {
    await make(first, 'custom_fields', { model: 'company', name, api_name: name, field_type: 'long_text' });
  }
});
afterAll(() => service.stop());

const longNames = Array.from({ length: 15 }, (_, index) => `long_${index}`);

const longValues = Object.fromEntries(longNames.map((name) => [name, 'z'.repeat(65_535)]));

/** Creates a company of almost 1 MiB. */
async function longCompany(): Promise<string> {
  const { id } = await make(first, 'companies', { custom_fields: longValues });
  return id;
}

const rename = (id: string) => ({ id, name: `Company ${next()}` });

describe('a bulk request with short rows for long records', () => {
  it('reads and writes a record once for all consecutive rows', async () => {
    const id = await longCompany();
    service.statements.length = 0;
    const results = await bulk(
      first,
      'companies',
      Array.from({ length: 60 }, () => rename(id)),
    );
    expect(new Set(became(results))).toEqual(new Set(['updated']));
    // The embedded engine has two chunks of them, each a transaction.
    expect(service.statements.length).toBeLessThanOrEqual(service.engine.kind === 'embedded' ? 12 : 8);
    expect((await first.get(`/companies/${id}`)).headers.get('etag')).toBe('"61"');
  });

  it('counts as long work if its few rows are several chunks, and one chunk does not', async () => {
    const ids = [await longCompany(), await longCompany()];
    const { engine } = service;
    const transaction = engine.transaction.bind(engine);
    onTestFinished(() => void Object.assign(engine, { transaction }));
    const areLong: boolean[] = [];
    engine.transaction = async (work, options) => {
      if (options?.flow?.accountId === service.accounts.first) areLong.push(options.flow.isLong ?? false);
      return await transaction(work, options);
    };
    await bulk(first, 'companies', ids.map(rename));
    expect(areLong).toEqual([true, true]);
    areLong.length = 0;
    await bulk(first, 'companies', ids.slice(1).map(rename));
    expect(areLong).toEqual([false]);
  });

  it('is refused and changes nothing if it would rewrite more than 64 MiB', async () => {
    const ids = [await longCompany(), await longCompany()];
    const rows = (count: number) => Array.from({ length: count }, (_, index) => rename(ids[index % 2] ?? ''));
    const refused = await first.post('/companies/bulk', { companies: rows(80) });
    expect([refused.status, refused.body.code]).toEqual([422, 'validation_failed']);
    expect(refused.body.errors).toEqual([
      {
        pointer: '/companies',
        code: 'too_many',
        message: 'would rewrite more than 64 MiB of records; send the rows in several requests',
      },
    ]);
    expect((await first.get(`/companies/${ids[0]}`)).headers.get('etag')).toBe('"1"');
    expect(new Set(became(await bulk(first, 'companies', rows(20))))).toEqual(new Set(['updated']));
  });

  it('is refused and changes nothing if it would take back changes of more than 64 MiB of records', async () => {
    const ids = [await longCompany(), await longCompany()];
    for (const id of ids) await first.patch(`/companies/${id}`, { company: { name: `Company ${next()}` } });
    const revert = (count: number) => {
      const reversions = Array.from({ length: count }, (_, index) => ({ id: ids[index % 2], version: 1 }));
      return first.post('/companies/bulk/revert', { reversions });
    };
    const refused = await revert(80);
    expect([refused.status, refused.body.code]).toEqual([422, 'validation_failed']);
    expect(refused.body.errors).toMatchObject([{ pointer: '/reversions', code: 'too_many' }]);
    expect((await first.get(`/companies/${ids[0]}`)).headers.get('etag')).toBe('"2"');
    expect(became((await revert(2)).body.results)).toEqual(['updated', 'updated']);
  });

  it('reads the long history of each record by itself to take changes back', async () => {
    const ids = await Promise.all([0, 1, 2].map(async () => (await make(first, 'companies')).id));
    const none = Object.fromEntries(longNames.map((name) => [name, null]));
    for (const id of ids) {
      for (const values of [longValues, none]) {
        expect((await first.patch(`/companies/${id}`, { company: { custom_fields: values } })).status).toBe(200);
      }
    }
    service.statements.length = 0;
    const reversions = ids.map((id) => ({ id, version: 1 }));
    const { body } = await first.post('/companies/bulk/revert', { reversions });
    expect(became(body.results)).toEqual(['unchanged', 'unchanged', 'unchanged']);
    expect(service.statements.filter((text) => text.startsWith('with past as'))).toHaveLength(3);
  });

  it('names the rows that are done if the rest would rewrite too much', async () => {
    const ids = await Promise.all([0, 1].map(async () => (await make(first, 'companies')).id));
    const made = Array.from({ length: 200 }, () => ({ name: `Company ${next()}` }));
    const renames = Array.from({ length: 80 }, (_, index) => rename(ids[index % 2] ?? ''));
    const body = { companies: [...made, { name: 'Too much for the store' }, ...renames] };
    const key = { 'idempotency-key': `rest ${next()}` };
    await service.engine.script(
      `alter table companies add constraint storable check (name <> 'Too much for the store')`,
    );
    expect((await first.post('/companies/bulk', body, key)).status).toBe(500);
    await service.engine.script('alter table companies drop constraint storable');
    for (const id of ids) await first.patch(`/companies/${id}`, { company: { custom_fields: longValues } });
    const refused = await first.post('/companies/bulk', body, key);
    expect([refused.status, refused.body.detail]).toEqual([
      ...[422, 'The rows change too much for one request; only the first 200 rows are done.'],
    ]);
  });
});
