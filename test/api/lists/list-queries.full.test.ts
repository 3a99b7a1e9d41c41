import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListField, listFieldsOf, operatorsOf } from '../../../src/resources/list-fields.ts';
import { recordKeys } from '../../../src/resources/resource.ts';
import type { Client, Json } from '../../support/service/client.ts';
import { follow, linksOf } from '../../support/data/links.ts';
import { make } from '../../support/data/make.ts';
import { table } from '../../support/data/registry.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const get = async (path: string, headers?: Record<string, string>) => {
  const answer = await first.get(path, headers);
  expect(answer.status, `${path}: ${answer.text}`).toBe(200);
  return answer;
};

const namesOf = async (query: string): Promise<string[]> =>
  (await get(`/companies?per_page=500&${query}`)).body.companies.map(({ name }: Json) => name);

/** A valid value for each kind of field. */
const values: Readonly<Record<string, string>> = {
  ...{ count: '7', cents: '7', amount: '7.25', fraction: '0.5', boolean: 'true', date: '2026-03-02' },
  ...{ date_time: '2026-03-02T15:00:00.25%2B01:00', reference: '7', references: '7' },
  // The valid keys depend on the account.
  entry_key: 'null',
};

describe.each(table)('%s', (plural, resource) => {
  const fields = [...listFieldsOf(resource).values()];
  const valueOf = ({ field }: ListField): string =>
    field.kind === 'choice' ? (field.values[0] ?? '') : (values[field.kind] ?? 'x');

  it('can be filtered by every field with every operator of its type', async () => {
    const { id } = await make(first, plural);
    const conditions = fields.flatMap((listed) =>
      operatorsOf[listed.comparison].map(
        (operator) => `${listed.name}[${operator}]=${operator === 'is_null' ? 'false' : valueOf(listed)}`,
      ),
    );
    for (let at = 0; at < conditions.length; at += 40) {
      await get(`/${plural}?${conditions.slice(at, at + 40).join('&')}`);
    }
    expect((await get(`/${plural}?id=${id}`)).body[plural].map((one: Json) => one.id)).toEqual([id]);
    expect((await get(`/${plural}?id=${id}&filters[id][ne]=${id}`)).body[plural]).toEqual([]);
  });

  it('can be sorted by every field that has an order', async () => {
    for (const { name } of fields.filter(({ sortable }) => sortable)) {
      const up = await get(`/${plural}?sort=${name}&fields=id&per_page=500`);
      const down = await get(`/${plural}?sort=-${name}&fields=id&per_page=500`);
      expect(down.body[plural].length).toBe(up.body[plural].length);
    }
  });

  it('show only the requested fields, in the order of the full record', async () => {
    const { id } = await make(first, plural);
    const keys = recordKeys(resource);
    const asked = [keys.at(-1) ?? '', 'updated_at'];
    const expected = keys.filter((key) => asked.includes(key));
    const listed = (await get(`/${plural}?fields=${asked.join(',')}`)).body[plural];
    expect(Object.keys(listed[0])).toEqual(expected);
    const whole = (await get(`/${plural}/${id}`)).body[resource.singular];
    const sparse = (await get(`/${plural}/${id}?fields=${asked.join(',')}`)).body[resource.singular];
    expect(sparse).toEqual(Object.fromEntries(expected.map((key) => [key, whole[key]])));
  });

  it('have a total count for Prefer: count=exact', async () => {
    await make(first, plural);
    const all = (await get(`/${plural}?per_page=500`)).body[plural].length;
    // After this request, the records of the page are in the cache.
    await get(`/${plural}?per_page=1`);
    service.statements.length = 0;
    const { headers } = await get(`/${plural}?per_page=1`, { prefer: 'respond-async, count=exact' });
    expect(service.statements.length).toBe(3);
    expect([headers.get('x-total-count'), headers.get('preference-applied')]).toEqual([String(all), 'count=exact']);
    const numbered = await get(`/${plural}?per_page=1&page=2`, { prefer: 'count="exact"; strict' });
    expect(numbered.headers.get('x-total-count')).toBe(String(all));
    const without = await get(`/${plural}?per_page=1`, { prefer: 'count=estimated, count=exact, wait=5' });
    expect([without.headers.get('x-total-count'), without.headers.get('preference-applied')]).toEqual([null, null]);
  });

  it('contain deleted records if a filter on deleted_at matches them', async () => {
    const { id } = await make(first, plural);
    expect((await first.delete(`/${plural}/${id}`)).status).toBe(204);
    const ids = async (query: string) =>
      (await get(`/${plural}?id=${id}&${query}`)).body[plural].map((r: Json) => r.id);
    expect(await ids('deleted_at[is_null]=false')).toEqual([id]);
    expect(await ids('deleted_at[ne]=null&sort=-deleted_at')).toEqual([id]);
    expect(await ids('deleted_at[is_null]=true')).toEqual([]);
    expect(await ids('deleted_at=null')).toEqual([]);
    expect(await ids('deleted_at[gt]=2030-01-01T00:00:00Z')).toEqual([]);
  });
});

describe('a query', () => {
  it.each([
    ['naem=x', 'naem', 'unknown_parameter', 'name'],
    ['naem[eq]=x', 'naem[eq]', 'unknown_parameter', 'name'],
    ['filters[naem]=x', 'filters[naem]', 'unknown_parameter', 'name'],
    ['custom_fields[naem]=x', 'custom_fields[naem]', 'unknown_parameter', undefined],
    ['company=7', 'company', 'unknown_parameter', 'company_id'],
    ['address=7', 'address', 'unknown_parameter', undefined],
    ['address.town=7', 'address.town', 'unknown_parameter', undefined],
    ['custom_fields=x', 'custom_fields', 'unknown_parameter', undefined],
    ['stage_changed_at=null', 'stage_changed_at', 'unknown_parameter', undefined],
    ['constructor[gt]=1', 'constructor[gt]', 'unknown_parameter', undefined],
    ['amount[gtt]=1', 'amount[gtt]', 'not_allowed', 'gt'],
    ['amount[contains]=1', 'amount[contains]', 'not_allowed', undefined],
    ['company_id[gt]=1', 'company_id[gt]', 'not_allowed', undefined],
    ['close_type[lt]=won', 'close_type[lt]', 'not_allowed', undefined],
    ['amount=1.234', 'amount', 'too_many_decimals', undefined],
    ['amount=-1', 'amount', 'out_of_range', undefined],
    ['amount[gt]=null', 'amount[gt]', 'wrong_type', undefined],
    ['units=1.5', 'units', 'wrong_type', undefined],
    ['units=1,,2', 'units', 'required', undefined],
    ['name=', 'name', 'required', undefined],
    ['name[contains]=', 'name[contains]', 'required', undefined],
    ['bid_due_date=2026-02-30', 'bid_due_date', 'invalid_format', undefined],
    ['bid_due_date=2026-02-03T00:00:00Z', 'bid_due_date', 'invalid_format', undefined],
    ['created_at[gt]=2026-02-03T00:00:00', 'created_at[gt]', 'invalid_format', undefined],
    ['company_id=0', 'company_id', 'invalid_format', undefined],
    ['id=9223372036854775808', 'id', 'invalid_format', undefined],
    ['company_id=none', 'company_id', 'invalid_format', undefined],
    ['bid_due_at_includes_time=yes', 'bid_due_at_includes_time', 'wrong_type', undefined],
    ['close_type=won,sold', 'close_type', 'not_allowed', undefined],
    ['project_status=done', 'project_status', 'not_allowed', undefined],
    ['name[is_null]=1', 'name[is_null]', 'not_allowed', undefined],
    ['sort=nmae', 'sort', 'not_allowed', 'name'],
    ['sort=', 'sort', 'not_allowed', undefined],
    ['sort=company_id', 'sort', 'not_allowed', undefined],
    ['sort=name,-name', 'sort', 'duplicate', undefined],
    ['sort=units,name,amount,end_date,id,start_date', 'sort', 'too_many', undefined],
    ['fields=nmae', 'fields', 'not_allowed', 'name'],
    ['fields=', 'fields', 'not_allowed', undefined],
    ['view=open', 'view', 'unknown_parameter', undefined],
  ])('is refused for %s', async (query, parameter, code, suggestion) => {
    const { status, body } = await first.get(`/projects?${query}`);
    expect([status, body.code]).toEqual([400, 'invalid_query']);
    expect(body.errors).toEqual([expect.objectContaining({ parameter, code })]);
    if (suggestion !== undefined) expect(body.errors[0]).toMatchObject({ suggestion });
  });

  it('gets every error in one response', async () => {
    const query = 'nmae=x&units=x&amount[gtt]=1&sort=nmae,company_id&fields=nmae&page=0&category[in]=none';
    const { body } = await first.get(`/companies?${query}`);
    expect(body.errors.map(({ parameter }: Json) => parameter).toSorted()).toEqual(
      ['nmae', 'units', 'amount[gtt]', 'sort', 'sort', 'fields', 'page', 'category[in]'].toSorted(),
    );
  });

  it('gets the keys of the account as the allowed values', async () => {
    const { body } = await first.get('/companies?category=no_such_key');
    const categories = (await get('/company_categories?per_page=500')).body.company_categories;
    expect(body.errors[0].allowed.toSorted()).toEqual(categories.map(({ key }: Json) => key).toSorted());
    expect((await first.get(`/companies?category=${categories[0].key},null`)).status).toBe(200);
  });

  it('keeps its filters in the link to the next page', async () => {
    for (const phone of ['1', '2', '3', '4', '5']) await make(first, 'companies', { phone, name: 'Paged & kept' });
    const query = 'name[starts_with]=paged%20%26&phone[ne]=3&sort=-phone&fields=phone&per_page=2';
    const pages = await follow(first, { path: `/companies?${query}` });
    expect(pages.map((page) => page.map(({ phone }) => phone))).toEqual([
      ['5', '4'],
      ['2', '1'],
    ]);
  });

  it('takes pattern characters literally, and commas too if the operator takes one value', async () => {
    for (const name of ['50% off', '50 on', 'under_score', 'underscore', 'one, two', 'one', 'two']) {
      await make(first, 'companies', { name });
    }
    expect(await namesOf('name[contains]=50%25')).toEqual(['50% off']);
    expect(await namesOf('name[contains]=R_S')).toEqual(['under_score']);
    expect(await namesOf('name[eq]=one,%20two')).toEqual(['one, two']);
    expect((await namesOf('name=one,two&sort=name')).toSorted()).toEqual(['one', 'two']);
  });

  it('is evaluated at the time of its first page, also on the pages that follow', async () => {
    service.clock.set('2026-04-01T15:00:00Z');
    for (let count = 0; count < 4; count += 1) await make(first, 'projects', { external_id: `aged ${count}` });
    service.clock.advance(86_400_000);
    const query = 'external_id[starts_with]=aged&stage_age=1&sort=-stage_age&per_page=3';
    const begun = await get(`/projects?${query}`);
    service.clock.advance(10 * 86_400_000);
    const next = linksOf(begun)['next'] ?? '';
    expect((await get(next)).body.projects.map(({ external_id: key }: Json) => key)).toEqual(['aged 0']);
    expect((await get(`/projects?${query}`)).body.projects).toEqual([]);
    service.clock.set('2026-04-02T14:59:59Z');
    expect((await first.get(next)).status).toBe(400);
  });
});
