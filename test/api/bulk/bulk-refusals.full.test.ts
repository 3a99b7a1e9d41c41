import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { became, bulk } from '../../support/data/bulk.ts';
import type { Client, Json } from '../../support/service/client.ts';
import { leastBody, make, nameKey, newExternalId, next } from '../../support/data/make.ts';
import { matchedTable, references } from '../../support/data/registry.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { clientOf } from '../../support/service/tokens.ts';
import { grown, traces } from '../../support/delivery/traces.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

describe.each(matchedTable)('the rows of a bulk request for %s', (plural, resource) => {
  const least = () => leastBody(first, resource);

  it('that are refused get their errors, leave nothing and do not affect other rows', async () => {
    const taken = newExternalId();
    const holder = await make(first, plural, { external_id: taken });
    const [deleted, other] = [await make(first, plural), await make(first, plural)];
    await first.delete(`/${plural}/${deleted.id}`);
    const foreign = await make(service.second, plural);
    const wrongReferences = Object.fromEntries(
      references(resource).map(({ key, field }) => [key, field.kind === 'references' ? ['987654321'] : '987654321']),
    );
    // A link without a name takes it from its address, which is required instead.
    const [needed, none] = plural === 'files' ? ['url', null] : [nameKey(resource), ' '];
    const { [needed]: _, ...nameless } = await least();
    const blank = { ...nameless, [needed]: none };
    const missing = ['notes', 'files'].includes(plural)
      ? [{ code: 'required' }, { code: 'required' }]
      : [{ code: 'required' }];
    const bad: [row: unknown, errors: object[]][] = [
      [{ ...(await least()), nobody_knows: 1 }, [{ pointer: 'nobody_knows', code: 'unknown_field' }]],
      [blank, [{ code: 'required' }]],
      [{}, missing],
      ['text', [{ pointer: '', code: 'wrong_type' }]],
      [null, [{ pointer: '', code: 'wrong_type' }]],
      [[], [{ pointer: '', code: 'wrong_type' }]],
      [{ ...(await least()), id: 5 }, [{ pointer: 'id', code: 'wrong_type' }]],
      [{ id: true, nobody_knows: 1 }, [{ pointer: 'id' }, { pointer: 'nobody_knows' }]],
      [{ ...(await least()), external_id: 5 }, [{ pointer: 'external_id', code: 'wrong_type' }]],
      [{ ...(await least()), external_id: 'a\0b' }, [{ pointer: 'external_id', code: 'invalid_text' }]],
      [{ ...(await least()), external_id: 'x'.repeat(256) }, [{ pointer: 'external_id', code: 'too_long' }]],
      [{ ...(await least()), external_id: '\ud800' }, [{ pointer: 'external_id', code: 'invalid_text' }]],
      ...['987654321', 'x', '0', '9'.repeat(30), deleted.id, foreign.id].map((id): [unknown, object[]] => [
        { ...blank, id },
        [{ pointer: 'id', code: 'not_found' }],
      ]),
      [
        { id: other.id, external_id: taken.toUpperCase() },
        [{ pointer: 'external_id', code: 'already_exists', existing_id: holder.id }],
      ],
      [
        { ...(await least()), ...wrongReferences },
        references(resource).map(({ key, field }) => ({
          pointer: field.kind === 'references' ? `${key}/0` : key,
          code: 'invalid_reference',
        })),
      ],
    ];
    const before = await traces(service);
    const headers = { 'idempotency-key': `refused ${next()}` };
    const sent = bad.map(([row]) => row);
    const failed = await bulk(first, plural, sent, headers);
    expect(grown(before, await traces(service))).toEqual({});
    for (const [index, [row, errors]] of bad.entries()) {
      const { result, errors: told, id } = failed[index] ?? {};
      expect([result, told.length, id], JSON.stringify(told)).toEqual([
        ...['failed', errors.length],
        typeof (row as Json)?.id === 'string' ? (row as Json).id : null,
      ]);
      const at = (pointer: string) => `/${plural}/${index}${pointer === '' ? '' : `/${pointer}`}`;
      expect(told).toMatchObject(
        errors.map((error) => ('pointer' in error ? { ...error, pointer: at(String(error.pointer)) } : error)),
      );
    }
    const rows = bad.flatMap(([row], index) =>
      index % 5 === 0 ? [{ ...blank, id: other.id, external_id: null }, row] : [row],
    );
    const good = await least();
    const mixed = await bulk(first, plural, [good, ...rows, good], headers);
    expect([mixed[0]?.result, mixed.at(-1)?.result]).toEqual(['created', 'created']);
    const grew = grown(before, await traces(service));
    expect(grew).toMatchObject({ [plural]: 2, idempotency_keys: 1 });
  });

  it('are written once under one idempotency key, in parallel requests and in a later retry', async () => {
    const rows = [await least(), { ...(await least()), external_id: newExternalId() }, { nobody_knows: 1 }];
    const headers = { 'idempotency-key': `twins ${next()}` };
    const before = await traces(service);
    const send = () => first.post(`/${plural}/bulk`, { [plural]: rows }, headers);
    const twins = await Promise.all([send(), send()]);
    const once = grown(before, await traces(service));
    expect(once).toMatchObject({ [plural]: 2, changes: 2, idempotency_keys: 1 });
    const late = await send();
    expect(twins.map(({ text }) => text)).toEqual([late.text, late.text]);
    expect(late.headers.get('idempotent-replayed')).toBe('true');
    expect(grown(before, await traces(service))).toEqual(once);
  });

  it('leave the key unused when nothing has changed', async () => {
    const { id } = await make(first, plural);
    const headers = { 'idempotency-key': `unchanged ${next()}` };
    const before = await traces(service);
    expect(became(await bulk(first, plural, [{ id }, { nobody_knows: 1 }], headers))).toEqual(['unchanged', 'failed']);
    expect(grown(before, await traces(service))).toEqual({});
    expect(became(await bulk(first, plural, [await least()], headers))).toEqual(['created']);
  });

  it('are a list of 1 to 10,000 under the plural name', async () => {
    const row = await least();
    const tooMany = Array.from({ length: 10_001 }, () => 0);
    for (const [body, pointer, code] of [
      [undefined, '', 'wrong_wrapper'],
      [[row], '', 'wrong_wrapper'],
      [{ [resource.singular]: row }, '', 'wrong_wrapper'],
      [{ [plural]: row }, '', 'wrong_wrapper'],
      [{ [plural]: [row], more: 1 }, '', 'wrong_wrapper'],
      [{ [plural]: [] }, `/${plural}`, 'required'],
      [{ [plural]: tooMany }, `/${plural}`, 'too_many'],
    ] as const) {
      const reply = await first.post(`/${plural}/bulk`, body);
      expect([reply.status, reply.body.code, reply.body.errors]).toMatchObject([
        ...[422, 'validation_failed', [{ pointer, code }]],
      ]);
    }
    const most = await bulk(first, plural, tooMany.slice(1));
    expect(most.every(({ result }) => result === 'failed')).toBe(true);
  });

  it('need the scope write and a user who may write, and take no If-Match', async () => {
    const [row, viewer] = [await least(), await make(first, 'users', { role: 'viewer' })];
    const { id: userId } = (await first.get('/users/me')).body.user;
    const { client: reader } = await clientOf(service, { userId, scopes: ['read'] });
    const { client: looker } = await clientOf(service, { userId: viewer.id });
    await Promise.all([reader, looker].map((client) => client.get('/users/me')));
    const before = await traces(service);
    const body = { [plural]: [row] };
    for (const client of [reader, looker]) expect((await client.post(`/${plural}/bulk`, body)).status).toBe(403);
    expect((await first.post(`/${plural}/bulk`, body, { 'if-match': '"1"' })).status).toBe(400);
    expect(grown(before, await traces(service))).toEqual({});
  });

  it('match external ids in their own account only', async () => {
    const row = { ...(await least()), external_id: newExternalId() };
    const [mine] = await bulk(first, plural, [row]);
    const foreign = { ...(await leastBody(service.second, resource)), external_id: row.external_id };
    const [theirs] = await bulk(service.second, plural, [foreign]);
    expect([mine?.result, theirs?.result, mine?.id === theirs?.id]).toEqual(['created', 'created', false]);
    await first.delete(`/${plural}/${mine?.id}`);
    const [heir] = await bulk(first, plural, [row]);
    expect([heir?.result, heir?.id === mine?.id]).toEqual(['created', false]);
  });

  it('are all rolled back if the database refuses one', async () => {
    const { id } = await make(first, plural);
    const name = nameKey(resource);
    const rows = [await least(), { id, [name]: 'Renamed' }, { ...(await least()), [name]: 'Unstorable' }];
    const before = await traces(service);
    await service.engine.script(`alter table ${plural} add constraint storable check (${name} <> 'Unstorable')`);
    const reply = await first.post(`/${plural}/bulk`, { [plural]: rows }, { 'idempotency-key': `failing ${next()}` });
    await service.engine.script(`alter table ${plural} drop constraint storable`);
    expect([reply.status, reply.body.code]).toEqual([500, 'internal']);
    expect(grown(before, await traces(service))).toEqual({});
    expect(became(await bulk(first, plural, rows))).toEqual(['created', 'updated', 'created']);
  });

  it('can have at most 2,000 keys and 10,000 values each', async () => {
    const fields = await least();
    const rows = [
      { ...fields, ...Object.fromEntries(Array.from({ length: 2001 }, (_, index) => [`k${index}`, 1])) },
      { ...fields, list: Array.from({ length: 10_000 }, () => 1) },
      fields,
    ];
    const results = await bulk(first, plural, rows);
    expect(results.map(({ errors }) => errors)).toEqual([
      [{ pointer: `/${plural}/0`, code: 'too_many', message: 'must have at most 2000 keys' }],
      [{ pointer: `/${plural}/1`, code: 'too_many', message: 'must have at most 10000 values' }],
      undefined,
    ]);
  });

  it('get about 4 MB of errors in all, and at least one error for each failed row', async () => {
    const fields = await least();
    const rows = Array.from({ length: 120 }, (_, index) => ({ ...fields, [`${index}${'k'.repeat(100_000)}`]: 1 }));
    const reply = await first.post(`/${plural}/bulk`, { [plural]: rows });
    expect(reply.text.length).toBeLessThan(5 * 2 ** 20);
    for (const { errors } of reply.body.results as Json[]) expect(errors[0].code).toBe('unknown_field');
  });

  it('get no id in their results if the given one is too long', async () => {
    const long = 'x'.repeat(100_000);
    const results = await bulk(first, plural, [{ ...(await least()), external_id: long }, { id: long }]);
    expect(results.map(({ id, external_id: externalId }) => [id, externalId])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(results.map(({ errors }) => errors.map(({ code, pointer }: Json) => [code, pointer]))).toEqual([
      [['too_long', `/${plural}/0/external_id`]],
      [['too_long', `/${plural}/1/id`]],
    ]);
  });

  it('can have external ids as long as single requests allow', async () => {
    const longest = `${next()}`.padEnd(255, '—').replaceAll('—', '🏗');
    const row = { ...(await least()), external_id: longest };
    const [made] = await bulk(first, plural, [row]);
    const [again] = await bulk(first, plural, [row]);
    expect([made?.result, made?.external_id]).toEqual(['created', longest]);
    expect([again?.result, again?.id]).toEqual(['unchanged', made?.id]);
  });

  it('get at most 50 errors each, and one error each after 10,000 in all', async () => {
    const faulty = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1]));
    const results = await bulk(first, plural, [
      ...Array.from({ length: 400 }, () => faulty(60)),
      ...[{ ...(await least()), long: 'x'.repeat(2 ** 20) }, faulty(1)],
    ]);
    const counts = results.map(({ errors }) => errors.length);
    expect(counts).toEqual([...Array.from({ length: 200 }, () => 50), ...Array.from({ length: 202 }, () => 1)]);
    expect(results.at(-2)?.errors).toMatchObject([{ pointer: `/${plural}/400`, code: 'too_long' }]);
  });
});
