import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

/** Creates a company of almost 1 MiB. */
async function longCompany(): Promise<string> {
  const values = longNames.map((name) => [name, 'z'.repeat(65_535)]);
  const { id } = await make(first, 'companies', { custom_fields: Object.fromEntries(values) });
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
    expect(service.statements.length).toBeLessThanOrEqual(8);
    expect((await first.get(`/companies/${id}`)).headers.get('etag')).toBe('"61"');
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
});
