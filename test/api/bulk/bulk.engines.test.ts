import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Resource } from '../../../src/resources/resource.ts';
import { became, bulk } from '../../support/data/bulk.ts';
import type { Client, Json } from '../../support/service/client.ts';
import { fullBody, leastBody, make, nameKey, newExternalId, next } from '../../support/data/make.ts';
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

const shown = async (plural: string, id: string): Promise<Json> =>
  Object.values<Json>((await first.get(`/${plural}/${id}`)).body)[0];
const historyOf = async (plural: string, id: string): Promise<Json[]> =>
  (await first.get(`/${plural}/${id}/history`)).body.changes;
/** Latest first. */
const messages = async (): Promise<Json[]> => (await first.get('/webhook_messages?per_page=100')).body.webhook_messages;
/** A text field that no rule reads; of files, the name. */
const plainKey = ({ fields }: Resource): string =>
  ['description', 'job_title', 'title'].find((key) => key in fields) ?? 'name';

describe.each(matchedTable)('the rows of a bulk request for %s', (plural, resource) => {
  const least = () => leastBody(first, resource);

  it('create a record, update it by id or external_id, or leave it unchanged', async () => {
    const [byId, byExternalId, same] = [
      await make(first, plural),
      await make(first, plural, { external_id: `Éxt ${next()}a` }),
      await make(first, plural, { external_id: newExternalId() }),
    ];
    const [{ external_id: externalId }, { external_id: kept }] = (await service.engine.query(
      `select external_id from ${plural} where id = any($1::bigint[]) order by id`,
      [[byExternalId.id, same.id]],
    )) as [Json, Json];
    const made = newExternalId();
    const results = await bulk(first, plural, [
      await least(),
      { ...(await least()), external_id: made },
      { id: byId.id, ...(await fullBody(first, resource, 'update')) },
      { ...(await fullBody(first, resource, 'update')), external_id: String(externalId).toUpperCase() },
      { id: same.id },
      { external_id: kept },
    ]);
    expect(became(results)).toEqual(['created', 'created', 'updated', 'updated', 'unchanged', 'unchanged']);
    expect(results.slice(2).map(({ id }) => id)).toEqual([byId.id, byExternalId.id, same.id, same.id]);
    expect(results.map((one) => one.external_id)).toEqual([
      ...[null, made, expect.any(String), String(externalId).toUpperCase(), kept, kept],
    ]);
    for (const { id, result } of results) {
      const reply = await first.get(`/${plural}/${id}`);
      expect(reply.headers.get('etag')).toBe(result === 'updated' ? '"2"' : '"1"');
    }
  });

  it('are written as single requests write them', async () => {
    const body = await fullBody(first, resource);
    const single = (await first.post(`/${plural}`, { [resource.singular]: body })).body[resource.singular];
    const [{ id }] = (await bulk(first, plural, [{ ...body, external_id: newExternalId() }])) as [Json];
    const changes = await fullBody(first, resource, 'update');
    await first.patch(`/${plural}/${single.id}`, { [resource.singular]: changes });
    expect(became(await bulk(first, plural, [{ ...changes, id, external_id: newExternalId() }]))).toEqual(['updated']);
    const own = ({ id: _, external_id: __, ...others }: Json) => others;
    expect(own(await shown(plural, id))).toEqual(own(await shown(plural, single.id)));
    const [bulkHistory, singleHistory] = [await historyOf(plural, id), await historyOf(plural, single.id)];
    const told = (changesOf: Json[]) =>
      changesOf.map(({ action, user, source, fields: { external_id: _, ...fields } }) => ({
        action,
        user,
        source,
        fields,
      }));
    expect(told(bulkHistory)).toEqual(told(singleHistory));
  });

  it('keep the fields that a row omits, and clear those that it sets to null', async () => {
    const record = await make(first, plural, { ...(await fullBody(first, resource)) });
    const before = await shown(plural, record.id);
    const cleared = plainKey(resource);
    // A link without a name takes it from its address.
    const [kept, blank] =
      plural === 'files' ? ['url', expect.not.stringMatching(before.name)] : [nameKey(resource), null];
    await bulk(first, plural, [{ id: record.id, [cleared]: null }]);
    const after = await shown(plural, record.id);
    expect([after[cleared], after[kept]]).toEqual([blank, before[kept]]);
  });

  it('have one history entry and one webhook message for each change', async () => {
    const [externalId, { id }] = [newExternalId(), await make(first, plural)];
    const [key, values, body] = [plainKey(resource), ['a', 'b'], await least()];
    const before = await traces(service);
    const results = await bulk(first, plural, [
      { id, [key]: values[0] },
      { ...body, external_id: externalId, [key]: values[0] },
      { external_id: externalId.toUpperCase(), [key]: values[1] },
      { id, nobody_knows: 1 },
      { external_id: externalId.toUpperCase(), [key]: values[1] },
      { id, [key]: values[1] },
    ]);
    expect(became(results)).toEqual(['updated', 'created', 'updated', 'failed', 'unchanged', 'updated']);
    const made: string = results[1]?.id;
    expect(results.map((one) => one.id)).toEqual([id, made, made, id, made, id]);
    expect(grown(before, await traces(service))).toMatchObject({ [plural]: 1, changes: 4 });
    expect((await shown(plural, made))[key]).toBe('b');
    expect((await first.get(`/${plural}/${made}`)).headers.get('etag')).toBe('"2"');
    expect((await first.get(`/${plural}/${id}`)).headers.get('etag')).toBe('"3"');
    const [respelt, creation] = await historyOf(plural, made);
    expect([respelt?.action, creation?.action]).toEqual(['update', 'create']);
    expect(respelt?.fields).toEqual({
      [key]: { from: 'a', to: 'b' },
      external_id: { from: externalId, to: externalId.toUpperCase() },
    });
    const told = (await messages()).filter(({ payload }) => payload.id === made || payload.id === id).reverse();
    const plain = told.filter(({ event_type: type }) =>
      [`${resource.singular}.create`, `${resource.singular}.update`].includes(type),
    );
    expect(plain.map(({ event_type: type, payload }) => [type, payload.id]).slice(1)).toEqual([
      ...[
        [`${resource.singular}.update`, id],
        [`${resource.singular}.create`, made],
      ],
      ...[
        [`${resource.singular}.update`, made],
        [`${resource.singular}.update`, id],
      ],
    ]);
  });

  it('can pass an external_id from one record to another, and two records never share one', async () => {
    const [one, other] = [newExternalId(), newExternalId()];
    const [a, b] = [await make(first, plural, { external_id: one }), await make(first, plural, { external_id: other })];
    const swapped = await bulk(first, plural, [
      { id: a.id, external_id: other },
      { id: a.id, external_id: newExternalId() },
      { id: b.id, external_id: one.toUpperCase() },
      { id: a.id, external_id: other },
      { ...(await least()), external_id: one },
    ]);
    expect(became(swapped)).toEqual(['failed', 'updated', 'updated', 'updated', 'updated']);
    expect(swapped[0]?.errors).toMatchObject([{ code: 'already_exists', existing_id: b.id }]);
    expect(swapped.map(({ id }) => id)).toEqual([a.id, a.id, b.id, a.id, b.id]);
    const freed = await bulk(first, plural, [
      { id: a.id, external_id: null },
      { ...(await least()), external_id: other.toUpperCase() },
      { id: a.id, external_id: other },
    ]);
    expect(became(freed)).toEqual(['updated', 'created', 'failed']);
    expect(freed[2]?.errors).toMatchObject([{ code: 'already_exists', existing_id: freed[1]?.id }]);
    const moved = await bulk(first, plural, [
      { id: b.id, external_id: newExternalId() },
      { ...(await least()), external_id: one },
      { ...(await least()), external_id: one.toUpperCase() },
    ]);
    expect(became(moved)).toEqual(['updated', 'created', 'updated']);
    expect(moved[1]?.id).toBe(moved[2]?.id);
  });

  it('build on the rows of the chunk before them', async () => {
    const key = plainKey(resource);
    const [from, to, spare] = [newExternalId(), newExternalId(), newExternalId()];
    const renamed = await make(first, plural, { external_id: from });
    const other = await make(first, plural);
    const body = await least();
    const others = (count: number): Json[] => Array.from({ length: count }, () => ({ ...body }));
    // A chunk has at most 200 rows: each of these dependent rows is in a chunk of its own.
    const rows = [
      ...[{ id: renamed.id, external_id: to }, { ...body, external_id: spare }, ...others(198)],
      ...[{ id: other.id, external_id: from }, { external_id: spare.toUpperCase(), [key]: 'Second' }, ...others(198)],
      ...[
        { external_id: to, [key]: 'Third' },
        { external_id: from, [key]: 'Third too' },
      ],
      { external_id: spare, [key]: 'Third again' },
    ];
    const results = await bulk(first, plural, rows);
    expect(results.filter(({ result }: Json) => result === 'failed')).toEqual([]);
    const updated = results.filter(({ result }: Json) => result === 'updated').map(({ id }: Json) => id);
    const made = results[1].id;
    expect(updated).toEqual([renamed.id, other.id, made, renamed.id, other.id, made]);
    expect(await shown(plural, made)).toMatchObject({ [key]: 'Third again' });
    expect(await shown(plural, other.id)).toMatchObject({ [key]: 'Third too' });
    expect(await historyOf(plural, made)).toHaveLength(3);
  });

  it('take the same statements for each chunk of rows, which is a transaction', async () => {
    const held = await Promise.all([0, 1].map(() => make(first, plural, { external_id: newExternalId() })));
    const statementsOf = async (size: number): Promise<number> => {
      const rows = await Promise.all(
        Array.from({ length: size / 4 }, async () => [
          { ...(await least()), external_id: newExternalId() },
          await least(),
          { id: held[0]?.id, ...(await least()) },
          { ...(await least()), nobody_knows: 1 },
        ]),
      );
      await first.get('/users/me');
      service.statements.length = 0;
      await bulk(first, plural, rows.flat(), { 'idempotency-key': `many ${next()}` });
      for (const text of service.statements.slice(1)) expect(text).toMatch(/account_id|^begin$|^commit$/);
      return service.statements.length;
    };
    const chunk = service.engine.kind === 'embedded' ? 48 : 200;
    // One of the 8 statements finds the answer of an earlier request, another one reads the size of the records to update.
    expect([await statementsOf(4), await statementsOf(chunk)]).toEqual([8, 8]);
    const [two, three] = [await statementsOf(chunk * 2), await statementsOf(chunk * 3)];
    // The limit for each further chunk: its look-up, its transaction, the lock of the key, and what it reads and writes.
    expect(three - two).toBeLessThanOrEqual(8);
    expect(two).toBeLessThanOrEqual(30);
  });
});
