import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actingAs, type Client, type Json } from '../../support/service/client.ts';
import { leastBody, make, postNew } from '../../support/data/make.ts';
import { shapes } from '../../support/data/registry.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

describe.each(shapes)('%s', (plural, resource) => {
  it('refuse If-Match on creation, and an invalid If-Match on update', async () => {
    const condition = { 'if-match': '"1"' };
    const created = await postNew(first, resource, wrap(await leastBody(first, resource)), condition);
    const { id } = await make(first, plural);
    const changed = await first.patch(`/${plural}/${id}`, wrap({}), { 'if-match': '1' });
    for (const { status, body } of [created, changed]) {
      expect([status, body.code, body.errors.length]).toEqual([400, 'invalid_query', 1]);
      expect(body.errors[0].parameter).toBe('If-Match');
    }
  });

  const wrap = (fields: object) => ({ [resource.singular]: fields });

  it('are updated and deleted only if If-Match names the current version', async () => {
    const { id } = await make(first, plural);
    const path = `/${plural}/${id}`;
    const patch = async (tag: string) =>
      await first.patch(path, wrap(await leastBody(first, resource)), { 'if-match': tag });
    const second = await patch('"1"');
    expect([second.status, second.headers.get('etag')]).toEqual([200, '"2"']);
    for (const tag of ['"1"', 'W/"1"', '"20"', '"1", "3"', '"nonsense"', '""']) {
      const stale = await patch(tag);
      expect([stale.status, stale.body.code, stale.headers.get('etag')], tag).toEqual([412, 'stale', '"2"']);
      expect((await first.delete(path, { 'if-match': tag })).status, tag).toBe(412);
    }
    expect((await patch('"7", "2" , "9"')).status).toBe(200);
    // A proxy that compresses responses turns an ETag into a weak one.
    expect((await patch('"7", W/"3"')).status).toBe(200);
    expect((await patch('*')).headers.get('etag')).toBe('"5"');
    expect((await first.get(path)).headers.get('etag')).toBe('"5"');
    expect((await first.delete(path, { 'if-match': 'W/"5"' })).status).toBe(204);
  });
});

describe('an update with a stale If-Match', () => {
  const person = async (firstName: string): Promise<Json> =>
    await make(first, 'users', { first_name: firstName, role: 'member' });

  it('gets the current value of each field, and the user and time of its last change', async () => {
    const [ann, bob] = [await person('Ann'), await person('Bob')];
    const company = await make(first, 'companies', { name: 'Acme', phone: '1', address: { city: 'Austin' } });
    const path = `/companies/${company.id}`;
    service.clock.set('2026-03-05T10:00:00Z');
    await first.patch(path, { company: { phone: '2' } }, actingAs(ann));
    service.clock.set('2026-03-05T11:00:00Z');
    await first.patch(path, { company: { address: { city: 'Boston' } } }, actingAs(bob));
    const mine = { name: 'Acme Inc', phone: '3', website: null, address: { city: 'Chicago', zip: null } };
    const stale = await first.patch(path, { company: mine }, { 'if-match': '"1"' });
    expect(stale.status).toBe(412);
    const told = Object.fromEntries(stale.body.errors.map((problem: Json) => [problem.pointer, problem]));
    expect(Object.keys(told).sort()).toEqual(['/company/address/city', '/company/name', '/company/phone']);
    expect(told['/company/phone']).toMatchObject({
      ...{ code: 'stale', given: '3', current: '2', changed_at: '2026-03-05T10:00:00Z' },
      changed_by: { id: ann.id, name: 'Ann' },
    });
    expect(told['/company/address/city']).toMatchObject({
      ...{ given: 'Chicago', current: 'Boston', changed_at: '2026-03-05T11:00:00Z' },
      changed_by: { id: bob.id, name: 'Bob' },
    });
    expect(told['/company/name']).toMatchObject({
      given: 'Acme Inc',
      current: 'Acme',
      changed_at: null,
      changed_by: null,
    });
    expect((await first.get(path)).body.company.phone).toBe('2');
  });

  it('gets the current values of custom fields under their names', async () => {
    const { api_name: name } = await make(first, 'custom_fields', { model: 'contact', name: 'Shoe size' });
    const other = await make(first, 'custom_fields', { model: 'contact', name: 'Hat size' });
    const given = { custom_fields: { [name]: '9', [other.api_name]: '7' } };
    const { id } = await make(first, 'contacts', given);
    await first.patch(`/contacts/${id}`, { contact: { custom_fields: { [name]: '10' } } });
    const mine = { contact: { custom_fields: { [name]: '11', [other.api_name]: '7' } } };
    const stale = await first.patch(`/contacts/${id}`, mine, { 'if-match': '"1"' });
    expect(stale.body.errors).toMatchObject([
      { pointer: `/contact/custom_fields/${name}`, given: '11', current: '10', changed_by: { name: 'Admin' } },
    ]);
  });

  it('gets the current value of a list of references', async () => {
    const [one, two] = [await make(first, 'industries'), await make(first, 'industries')];
    const { id } = await make(first, 'companies', { industry_ids: [one.id] });
    await first.patch(`/companies/${id}`, { company: { industry_ids: [two.id, one.id] } });
    const mine = { company: { industry_ids: [] } };
    const stale = await first.patch(`/companies/${id}`, mine, { 'if-match': '"1"' });
    expect(stale.body.errors).toMatchObject([
      { pointer: '/company/industry_ids', given: [], current: [two.id, one.id], changed_by: { name: 'Admin' } },
    ]);
  });

  it('gets the given and the current value of a field that was empty before', async () => {
    const { id } = await make(first, 'companies', { external_id: 'one' });
    await first.patch(`/companies/${id}`, { company: { phone: '1' } });
    const answer = await first.patch(`/companies/${id}`, { company: { phone: '2' } }, { 'if-match': '"1"' });
    expect(answer.body).toMatchObject({ code: 'stale', errors: [{ given: '2', current: '1' }] });
  });
});
