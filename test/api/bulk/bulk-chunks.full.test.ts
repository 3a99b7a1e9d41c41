import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { became, bulk } from '../../support/data/bulk.ts';
import type { Client } from '../../support/service/client.ts';
import { leastBody, nameKey, newExternalId, next } from '../../support/data/make.ts';
import { matchedTable } from '../../support/data/registry.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { grown, traces } from '../../support/delivery/traces.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

describe.each(matchedTable)('the rows of a bulk request of several chunks for %s', (plural, resource) => {
  const least = () => leastBody(first, resource);

  it('go on where they stopped if they are sent again with their key, in order, also across chunks', async () => {
    const rows = await Promise.all(
      Array.from({ length: 401 }, async () => ({ ...(await least()), external_id: newExternalId() })),
    );
    const name = nameKey(resource);
    const [one, last] = [rows[0]?.external_id, { ...(await least()), [name]: 'Beyond the store' }];
    const unstorable = { ...(await least()), external_id: 'a\0b' };
    const both = [
      unstorable,
      ...rows,
      last,
      { external_id: one, [name]: 'Renamed' },
      { external_id: one, [name]: 'Renamed' },
    ];
    const before = await traces(service);
    await service.engine.script(`alter table ${plural} add constraint storable check (${name} <> 'Beyond the store')`);
    const headers = { 'idempotency-key': `chunks ${next()}` };
    const failed = await first.post(`/${plural}/bulk`, { [plural]: both }, headers);
    expect([failed.status, grown(before, await traces(service))]).toMatchObject([500, { [plural]: 399 }]);
    const other = await first.post(`/${plural}/bulk`, { [plural]: rows }, headers);
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
    await service.engine.script(`alter table ${plural} drop constraint storable`);
    const results = await bulk(first, plural, both, headers);
    expect(grown(before, await traces(service))).toMatchObject({ [plural]: 402 });
    expect(became(results)).toEqual(['failed', ...both.slice(1, 403).map(() => 'created'), 'updated', 'unchanged']);
    expect([results[0]?.external_id, results.at(-1)?.id]).toEqual(['a\0b', results[1]?.id]);
    expect(await bulk(first, plural, both, headers)).toEqual(results);
  });

  it('get their results also if a text cannot be stored, in several chunks with a key', async () => {
    const fields = await least();
    const unstorable = ['a\0b', 'a\ud800b'];
    const bad = unstorable.flatMap((text) => [
      { ...fields, external_id: text },
      { ...fields, id: text },
      { ...fields, [text]: 1 },
    ]);
    const rows = [...bad, ...Array.from({ length: 400 }, () => fields)];
    const headers = { 'idempotency-key': `unstorable ${next()}` };
    const results = await bulk(first, plural, rows, headers);
    expect(became(results)).toEqual(rows.map((_, index) => (index < bad.length ? 'failed' : 'created')));
    expect(results.slice(0, bad.length)).toEqual((await bulk(first, plural, bad)).slice(0, bad.length));
    expect(await bulk(first, plural, rows, headers)).toEqual(results);
  });

  it('that the service fails to apply without a key are results too, once others are stored', async () => {
    const name = nameKey(resource);
    const rows = await Promise.all(Array.from({ length: 201 }, least));
    const all = [...rows, { ...(await least()), [name]: 'Too much for the store' }, ...rows];
    const before = await traces(service);
    service.logged.length = 0;
    await service.engine.script(
      `alter table ${plural} add constraint storable check (${name} <> 'Too much for the store')`,
    );
    const results = await bulk(first, plural, all);
    await service.engine.script(`alter table ${plural} drop constraint storable`);
    const stored = results.filter(({ result }) => result === 'created').length;
    expect(stored).toBe(200);
    expect(grown(before, await traces(service))).toMatchObject({ [plural]: stored, changes: stored });
    for (const [index, { id, result, errors }] of results.entries()) {
      if (index < stored) continue;
      expect([id, result]).toEqual([null, 'failed']);
      expect(errors).toEqual([
        { pointer: `/${plural}/${index}`, code: 'unavailable', message: expect.stringContaining('The service failed') },
      ]);
    }
    const faults = service.logged.filter((line) => line.includes('storable'));
    expect(faults).toHaveLength(1);
    expect(JSON.parse(faults[0] ?? '')).toMatchObject({ level: 'error', err: { code: '23514' } });
  });
});
