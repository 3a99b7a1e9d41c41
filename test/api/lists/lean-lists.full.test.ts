import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { includableNames } from '../../../src/resources/includes.ts';
import { idFields, requestName, type Resource, selectableKeys } from '../../../src/resources/resource.ts';
import type { Client, Json } from '../../support/service/client.ts';
import { collectionOf, fullBody, leastBody, make, postNew } from '../../support/data/make.ts';
import { table } from '../../support/data/registry.ts';
import { runsOf } from '../../support/endurance.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const keyed = (resource: Resource) =>
  idFields(resource).map(([name, field]) => [requestName(name, field), name] as const);

const idsOf = (value: Json): unknown => {
  if (Array.isArray(value)) return value.map(({ id }: Json) => id);
  return value === undefined || value === null ? null : value.id;
};

/** The ids that a lean read must show: as the body named them, or as the whole record embeds them. */
const idsBy = (resource: Resource, body: Json, whole: Json) =>
  Object.fromEntries(keyed(resource).map(([key, name]) => [key, body[key] ?? idsOf(whole[name])]));

describe.each(table.filter(([, resource]) => idFields(resource).length > 0))('%s', (plural, resource) => {
  it('show the id of each reference on request, and then neither embed nor read the record', async () => {
    const [, owners] = (await collectionOf(first, resource)).split('?');
    const byQuery = Object.fromEntries(new URLSearchParams(owners));
    const query = `fields=id,${keyed(resource)
      .map(([key]) => key)
      .join()}`;
    for (const body of [await fullBody(first, resource), await leastBody(first, resource)]) {
      const whole = (await postNew(first, resource, { [resource.singular]: body })).body[resource.singular];
      const expected = { id: whole.id, ...idsBy(resource, { ...body, ...byQuery }, whole) };
      expect((await first.get(`/${plural}?id=${whole.id}&${query}`)).body[plural]).toEqual([expected]);
      expect((await first.get(`/${plural}/${whole.id}?${query}`)).body[resource.singular]).toEqual(expected);
    }
    service.statements.length = 0;
    await first.get(`/${plural}?per_page=500&${query}`);
    expect(service.statements).toHaveLength(2);
    expect(service.statements[1]).not.toMatch(/left join|, t."name",|, t."units",/);
  });

  it('show the id beside the embedded record if a request names both', async () => {
    const whole = await make(first, plural);
    for (const [key, name] of keyed(resource).filter((pair) => pair[1] in whole)) {
      const { body } = await first.get(`/${plural}/${whole.id}?fields=${key},${name}`);
      expect(body[resource.singular]).toEqual({ [name]: whole[name], [key]: idsOf(whole[name]) });
    }
  });
});

describe.each(table)('%s', (plural, resource) => {
  it('show any selection of keys and additions with the values of the whole record', async () => {
    const body = { [resource.singular]: await fullBody(first, resource) };
    const { id } = (await postNew(first, resource, body)).body[resource.singular];
    const [keys, additions] = [selectableKeys(resource), includableNames(resource)];
    const read = async (query: string): Promise<Json> =>
      (await first.get(`/${plural}/${id}?${query}`)).body[resource.singular];
    const whole = await read(`fields=${keys.join()}&include=${additions.join()}`);
    const selections = fc.tuple(fc.subarray([...keys], { minLength: 1 }), fc.subarray(additions));
    for (const [fields, include] of fc.sample(selections, runsOf(10, 200))) {
      const query = `fields=${fields.join()}${include.length > 0 ? `&include=${include.join()}` : ''}`;
      const expected = Object.fromEntries([...fields, ...include].map((key) => [key, whole[key]]));
      expect(await read(query), query).toEqual(expected);
      expect((await first.get(`/${plural}?id=${id}&${query}`)).body[plural], query).toEqual([expected]);
    }
  });
});

describe.each(table)('the version of %s', (plural, resource) => {
  it('is shown on request, in lists and single reads, and If-Match accepts it until the record changes', async () => {
    const made = await postNew(first, resource, { [resource.singular]: await fullBody(first, resource) });
    const { id } = made.body[resource.singular];
    const path = `/${plural}/${id}`;
    const versionIn = async (query: string): Promise<unknown> =>
      (await first.get(`/${plural}?per_page=500&id=${id}&${query}`)).body[plural][0].version;
    const version = await versionIn('include=version');
    expect([await versionIn('fields=id&include=version'), await versionIn('fields=id')]).toEqual([version, undefined]);
    const shown = await first.get(`${path}?fields=id&include=version`);
    expect(shown.body[resource.singular]).toEqual({ id, version });
    expect(shown.headers.get('etag')).toBe(`"${String(version)}"`);
    const ifMatch = { 'if-match': `"${String(version)}"` };
    const { body } = await first.get(`${path}?include=version`);
    expect((await first.patch(path, body, ifMatch)).status).toBe(200);
    const changes = await fullBody(first, resource, 'update');
    expect((await first.patch(path, { [resource.singular]: changes }, ifMatch)).status).toBe(200);
    expect(await versionIn('include=version')).toBe(Number(version) + 1);
    expect((await first.delete(path, ifMatch)).status).toBe(412);
  });
});

const searched = table.flatMap(([plural, { searched, fields }]) =>
  searched && 'created_by' in fields
    ? [[plural, plural === 'contacts' ? 'first_name' : searched.rankA[0]] as const]
    : [],
);

describe.each(searched)('a search of %s', (plural, title = '') => {
  it('shows ids and versions as a list does', async () => {
    const { id, created_by: by } = await make(first, plural, { [title]: 'Lean' });
    const query = 'fields=id,created_by_id&include=version';
    const expected = { id, created_by_id: by.id, version: 1 };
    expect((await first.get(`/${plural}?q=lean&${query}`)).body[plural]).toContainEqual(expected);
  });
});

describe('the parameter fields', () => {
  it('suggests the id of a reference, and refuses the id of what is none', async () => {
    const { body } = await first.get('/projects?fields=compny_id,amount_id,leed_id');
    expect(body.errors).toMatchObject([
      { parameter: 'fields', code: 'not_allowed', suggestion: 'company_id' },
      { parameter: 'fields', code: 'not_allowed' },
      { parameter: 'fields', code: 'not_allowed' },
    ]);
  });
});
