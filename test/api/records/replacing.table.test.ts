import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestName, type Resource } from '../../../src/resources/resource.ts';
import type { Client, Json, Reply } from '../../support/service/client.ts';
import { make, next } from '../../support/data/make.ts';
import { eachShape, served } from '../../support/data/registry.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { historyOf, told } from '../../support/service/told.ts';
import { clientOf } from '../../support/service/tokens.ts';
import { grown, traces } from '../../support/delivery/traces.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const places = ({ body }: Reply): string[] => body.errors.map(({ parameter, code }: Json) => `${parameter} ${code}`);

interface Use {
  readonly user: Resource;
  readonly key: string;
  readonly isKey: boolean;
  readonly isList: boolean;
}

/** Every field of a record that can refer to an entry of this list. */
const usesOf = (list: Resource): Use[] =>
  served.flatMap((user) =>
    Object.entries(user.fields).flatMap(([name, field]): Use[] => {
      const keyed = field.kind === 'entry_key' ? field.of : null;
      if (('to' in field ? field.to : keyed) !== list.plural) return [];
      const key = requestName(name, field);
      return [{ user, key, isKey: field.kind === 'entry_key', isList: field.kind === 'references' }];
    }),
  );

const lists = served
  .filter(({ plural, kept }) => kept === 'directory' && plural !== 'users' && plural !== 'custom_fields')
  .map((resource) => [resource.plural, resource] as const);

/** A new record that refers to the entry. */
const using = ({ user, key, isKey, isList }: Use, entry: Json, fields: object = {}): Promise<Json> =>
  make(first, user.plural, { [key]: isList ? [entry.id] : entry[isKey ? 'key' : 'id'], ...fields });

/** By `fields`, which alone shows a reference that is unlisted. */
const read = async ({ user, key }: Use, { id }: Json): Promise<Json> =>
  (await first.get(`/${user.plural}/${id}?fields=updated_at,${key}`)).body[user.singular];

/** The ids or keys of the entries that a record refers to. */
const namedBy = ({ key }: Use, record: Json): string[] => [record[key]].flat();

const remove = (plural: string, entry: Json, other: string, headers?: Record<string, string>): Promise<Reply> =>
  first.delete(`/${plural}/${entry.id}?replace_with=${other}`, headers);

it('at least one resource refers to each list', () => {
  expect(lists.map(([plural]) => plural).sort()).toEqual([
    ...['call_outcomes', 'company_categories', 'contract_types', 'delivery_methods', 'divisions', 'industries'],
    ...['lead_sources', 'loss_reasons', 'market_sectors', 'project_stages', 'tender_types'],
  ]);
  for (const [, list] of lists) expect(usesOf(list).length).toBeGreaterThan(0);
});

const walked = eachShape(lists, ([, list]) => usesOf(list).map(({ isKey, isList }) => ({ isKey, isList })));

describe.each(walked)('an entry of %s', (plural, list) => {
  const uses = usesOf(list);

  it('cannot be deleted while records use it, and the error gives their number and replace_with', async () => {
    const entry = await make(first, plural);
    const records = [];
    for (const use of uses) records.push([use, await using(use, entry)] as const);
    const refused = await first.delete(`/${plural}/${entry.id}`);
    expect([refused.status, refused.body.code, refused.body.uses]).toEqual([409, 'in_use', uses.length]);
    expect(refused.body.detail).toContain('replace_with=');
    expect(refused.body.detail).toContain(String(uses.length));
    for (const [{ user }, { id }] of records) await first.delete(`/${user.plural}/${id}`);
    // Deleted records do not count as uses.
    expect((await first.delete(`/${plural}/${entry.id}`)).status).toBe(204);
  });

  it('is replaced in every live record, with a history entry and a webhook message for each', async () => {
    const [entry, other] = [await make(first, plural), await make(first, plural)];
    const moved: [Use, Json][] = [];
    const unmoved: [Use, Json][] = [];
    for (const use of uses) {
      moved.push([use, await using(use, entry)]);
      const trashed = await using(use, entry);
      await first.delete(`/${use.user.plural}/${trashed.id}`);
      unmoved.push([use, trashed]);
    }
    service.clock.advance(1000);
    const before = await traces(service);
    expect((await remove(plural, entry, other.id)).status).toBe(204);
    const after = grown(before, await traces(service));
    expect(after).toMatchObject({ changes: uses.length + 1, directory_versions: 1 });
    for (const [use, record] of moved) {
      const now = await read(use, record);
      expect(namedBy(use, now)).toEqual([use.isKey ? other.key : other.id]);
      expect(now.updated_at > record.updated_at).toBe(true);
      const types = (await told(first, record.id)).filter((type) => type === `${use.user.singular}.update`);
      expect(types).toHaveLength(use.user.announced ? 1 : 0);
      const [change, creation] = await historyOf(first, `/${use.user.plural}/${record.id}`);
      expect([change.action, creation.action, Object.keys(change.fields)]).toEqual([
        ...['update', 'create', expect.arrayContaining([use.key])],
      ]);
    }
    expect((await first.get(`/${plural}/${entry.id}`)).status).toBe(404);
    for (const [use, record] of unmoved) {
      await first.post(`/${use.user.plural}/${record.id}/restore`);
      expect(namedBy(use, await read(use, record))).toEqual([use.isKey ? entry.key : entry.id]);
    }
  });

  it('can be replaced only by another live entry of the same list and account', async () => {
    const [entry, gone] = [await make(first, plural), await make(first, plural)];
    for (const use of uses) await using(use, entry);
    await first.delete(`/${plural}/${gone.id}`);
    const there = (await service.second.get(`/${plural}`)).body[plural][0];
    const before = await traces(service);
    for (const other of [entry.id, gone.id, there.id, '999999999', '0', 'x', '', entry.key]) {
      const refused = await remove(plural, entry, encodeURIComponent(String(other)));
      expect([refused.status, refused.body.code, places(refused)]).toEqual([
        ...[400, 'invalid_query', ['replace_with invalid_reference']],
      ]);
    }
    expect(grown(before, await traces(service))).toEqual({});
  });

  it('that no record uses is deleted with replace_with too, and an unknown entry returns 404', async () => {
    const [entry, other] = [await make(first, plural), await make(first, plural)];
    expect((await remove(plural, entry, '999999999')).status).toBe(400);
    expect((await remove(plural, entry, other.id)).status).toBe(204);
    expect((await remove(plural, entry, other.id)).status).toBe(404);
    const there = (await service.second.get(`/${plural}`)).body[plural][0];
    expect((await remove(plural, there, other.id)).status).toBe(404);
    expect((await remove(plural, { id: 'x' }, other.id)).status).toBe(404);
  });

  it('is replaced only for an admin, only at the version in If-Match, and once under one idempotency key', async () => {
    const [entry, other] = [await make(first, plural), await make(first, plural)];
    for (const use of uses) await using(use, entry);
    const before = await traces(service);
    expect((await remove(plural, entry, other.id, { 'if-match': '"9"' })).status).toBe(412);
    const member = await make(first, 'users', { role: 'member' });
    const { client } = await clientOf(service, { userId: member.id });
    expect((await client.delete(`/${plural}/${entry.id}?replace_with=${other.id}`)).status).toBe(403);
    expect(grown(before, await traces(service))).toMatchObject({ users: 1, changes: 1 });
    const headers = { 'if-match': '"1"', 'idempotency-key': `replace ${next()}` };
    const twins = await Promise.all([1, 2].map(() => remove(plural, entry, other.id, headers)));
    twins.push(await remove(plural, entry, other.id, headers));
    expect(twins.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(grown(before, await traces(service))).toMatchObject({ changes: uses.length + 2, idempotency_keys: 1 });
  });

  it('moves no record if the key was used before, for another request or for this one', async () => {
    const [entry, other] = [await make(first, plural), await make(first, plural)];
    const headers = { 'idempotency-key': `moves ${next()}` };
    const [use] = uses;
    if (!use) throw new RangeError(`nothing refers to ${plural}`);
    await using(use, entry);
    expect((await first.post('/companies', { company: { name: `Key ${next()}` } }, headers)).status).toBe(201);
    const before = await traces(service);
    const refused = await remove(plural, entry, other.id, headers);
    expect([refused.status, refused.body.code]).toEqual([422, 'idempotency_key_reused']);
    expect(grown(before, await traces(service))).toEqual({});
    const own = { 'idempotency-key': `moves ${next()}` };
    expect((await remove(plural, entry, other.id, own)).status).toBe(204);
    await first.post(`/${plural}/${entry.id}/restore`);
    await using(use, entry);
    const restored = await traces(service);
    const again = await remove(plural, entry, other.id, own);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([204, 'true']);
    expect(grown(restored, await traces(service))).toEqual({});
  });
});

describe('the replacement of an entry in a list field', () => {
  it('keeps the order of the entries and adds no duplicate', async () => {
    const [a, b, c, d] = await Promise.all([1, 2, 3, 4].map(() => make(first, 'industries')));
    const ids = [a.id, b.id, c.id];
    const both = await make(first, 'companies', { industry_ids: ids });
    const one = await make(first, 'companies', { industry_ids: [c.id, b.id] });
    const none = await make(first, 'companies', { industry_ids: [a.id] });
    expect((await remove('industries', b, a.id)).status).toBe(204);
    const named = async ({ id }: Json) =>
      (await first.get(`/companies/${id}`)).body.company.industries.map((industry: Json) => industry.id);
    expect(await named(both)).toEqual([a.id, c.id]);
    expect(await named(one)).toEqual([c.id, a.id]);
    expect(await named(none)).toEqual([a.id]);
    expect((await first.get(`/companies/${none.id}`)).headers.get('etag')).toBe('"1"');
    await remove('industries', c, d.id);
    expect(await named(both)).toEqual([a.id, d.id]);
    const [change] = await historyOf(first, `/companies/${both.id}`);
    expect(change.fields).toEqual({ industry_ids: { from: [a.id, c.id], to: [a.id, d.id] } });
  });
});

it('only lists accept replace_with', async () => {
  const { id } = await make(first, 'companies');
  for (const path of [`/companies/${id}`, '/users/1', '/custom_fields/1']) {
    expect(places(await first.delete(`${path}?replace_with=1`))).toEqual(['replace_with unknown_parameter']);
  }
});
