import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { became, bulk } from '../../support/data/bulk.ts';
import type { Client, Json } from '../../support/service/client.ts';
import { fullBody, leastBody, make } from '../../support/data/make.ts';
import { bulkTable, matchedTable } from '../../support/data/registry.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { grown, traces } from '../../support/delivery/traces.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const unmatched = bulkTable.filter((one) => !matchedTable.includes(one));

describe.each(unmatched)('the rows of a bulk request for %s, which have no external id', (plural, resource) => {
  const least = () => leastBody(first, resource);
  const shown = async (id: string): Promise<Json> => (await first.get(`/${plural}/${id}`)).body[resource.singular];
  const wrap = (fields: object) => ({ [resource.singular]: fields });

  it('create a record or update it by id, each on top of the rows before it', async () => {
    const [{ id }, { id: same }] = [await make(first, plural), await make(first, plural)];
    const before = await traces(service);
    const results = await bulk(first, plural, [
      await least(),
      { id, notes: 'One' },
      { id: same },
      { id, notes: 'Two' },
      { ...(await least()), external_id: 'ERP-1' },
      { id: '987654321', notes: 'None' },
      { id: '', ...(await least()) },
    ]);
    expect(became(results)).toEqual(['created', 'updated', 'unchanged', 'updated', 'failed', 'failed', 'created']);
    expect(results.map((one) => one.external_id)).toEqual([null, null, null, null, 'ERP-1', null, null]);
    expect(results[4]?.errors).toMatchObject([{ pointer: `/${plural}/4/external_id`, code: 'unknown_field' }]);
    expect(results[5]?.errors).toMatchObject([{ pointer: `/${plural}/5/id`, code: 'not_found' }]);
    expect((await shown(id)).notes).toBe('Two');
    expect(grown(before, await traces(service))).toMatchObject({ [plural]: 2, changes: 4 });
  });

  it('are written as single requests write them, in several chunks too', async () => {
    const [body, changes] = [await fullBody(first, resource), await fullBody(first, resource, 'update')];
    const single = (await first.post(`/${plural}`, wrap(body))).body[resource.singular];
    const rows = Array.from({ length: 201 }, () => body);
    const made = await bulk(first, plural, rows);
    expect(new Set(became(made))).toEqual(new Set(['created']));
    await first.patch(`/${plural}/${single.id}`, wrap(changes));
    const changed = await bulk(
      first,
      plural,
      made.map(({ id }) => ({ ...changes, id })),
    );
    expect(new Set(became(changed))).toEqual(new Set(['updated']));
    const { id: _, ...expected } = await shown(single.id);
    for (const { id } of [made[0], made[200]] as Json[]) expect(await shown(id)).toEqual({ id, ...expected });
  });

  it('are stored once for an idempotency key', async () => {
    const [rows, key] = [[await least(), { nobody_knows: 1 }], { 'idempotency-key': `bulk-${plural}` }];
    const before = await traces(service);
    const results = await bulk(first, plural, rows, key);
    expect(await bulk(first, plural, rows, key)).toEqual(results);
    expect(grown(before, await traces(service))).toMatchObject({ [plural]: 1, changes: 1 });
  });
});
