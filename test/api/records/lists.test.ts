import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../../../src/resources/fields.ts';
import { resources } from '../../../src/resources/index.ts';
import { requestName } from '../../../src/resources/resource.ts';
import type { Client, Json } from '../../support/service/client.ts';
import { make } from '../../support/data/make.ts';
import { served } from '../../support/data/registry.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

/** The list whose entries a field refers to; empty for most fields. */
function listNamedBy(field: Field): string {
  if (field.kind === 'entry_key') return field.of;
  return 'to' in field ? field.to : '';
}

function naming(entry: Json, key: string): unknown {
  if (key.endsWith('_ids')) return [entry.id];
  return key.endsWith('_id') ? entry.id : entry.key;
}

/** Every request field that refers to an entry of an account's list. */
const uses = resources.flatMap((user) =>
  Object.entries(user.fields).flatMap(([name, field]): [plural: string, list: string, key: string][] => {
    const list = listNamedBy(field);
    const isList = served.some(({ plural, kept }) => plural === list && kept === 'directory') && list !== 'users';
    return isList && !field.readOnly && !user.embeddedOnly ? [[user.plural, list, requestName(name, field)]] : [];
  }),
);

describe('a list entry', () => {
  it.each(uses)('cannot be deleted while %s refer to %s', async (plural, list, key) => {
    const entry = await make(first, list);
    const given = { [key]: naming(entry, key) };
    const users = [await make(first, plural, given), await make(first, plural, given)];
    const refused = await first.delete(`/${list}/${entry.id}`);
    expect([refused.status, refused.body.code, refused.body.uses]).toEqual([409, 'in_use', 2]);
    for (const { id } of users) await first.delete(`/${plural}/${id}`);
    expect((await first.delete(`/${list}/${entry.id}`)).status).toBe(204);
    const back = await first.post(`/${plural}/${users[0].id}/restore`);
    expect(back.status).toBe(200);
  });

  it('keeps its key when its name changes, and no other entry gets that key', async () => {
    const entry = await make(first, 'divisions', { name: 'Tenant & Interior Work' });
    expect(entry.key).toBe('tenant_and_interior_work');
    const renamed = await first.patch(`/divisions/${entry.id}`, { division: { name: 'Interiors II' } });
    expect(renamed.body.division.key).toBe(entry.key);
    expect((await make(first, 'divisions', { name: 'Tenant and interior: work' })).key).toBe(
      'tenant_and_interior_work_2',
    );
  });

  it('shows its new name in the records that embed it', async () => {
    const sector = await make(first, 'market_sectors', { name: 'Labs' });
    const project = await make(first, 'projects', { market_sector_id: sector.id });
    await first.patch(`/market_sectors/${sector.id}`, { market_sector: { name: 'Laboratories' } });
    const shown = (await first.get(`/projects/${project.id}`)).body.project.market_sector;
    expect(Object.keys(shown)).toEqual(['id', 'created_at', 'updated_at', 'name']);
    expect(shown.name).toBe('Laboratories');
  });
});

describe('the industries of a company', () => {
  const industriesOf = (company: Json): string[] => company.industries.map(({ id }: Json) => id);

  it('keep the order of the request, and a duplicate is refused', async () => {
    const [one, two, three] = [
      await make(first, 'industries'),
      await make(first, 'industries'),
      await make(first, 'industries'),
    ];
    const company = await make(first, 'companies', { industry_ids: [three.id, one.id] });
    expect(industriesOf(company)).toEqual([three.id, one.id]);
    const path = `/companies/${company.id}`;
    for (const ids of [[one.id, three.id], [two.id, one.id, three.id], [three.id], [], [one.id]]) {
      const patched = await first.patch(path, { company: { industry_ids: ids } });
      expect(industriesOf(patched.body.company)).toEqual(ids);
      expect((await first.get(path)).body).toEqual(patched.body);
    }
    const twice = await first.patch(path, { company: { industry_ids: [one.id, two.id, one.id] } });
    expect(twice.body.errors).toMatchObject([{ pointer: '/company/industry_ids/2', code: 'duplicate' }]);
  });

  it('stay on a company after their deletion from the list', async () => {
    const entry = await make(first, 'industries');
    const company = await make(first, 'companies', { industry_ids: [entry.id] });
    await first.delete(`/companies/${company.id}`);
    await first.delete(`/industries/${entry.id}`);
    expect(industriesOf((await first.post(`/companies/${company.id}/restore`)).body.company)).toEqual([entry.id]);
    const path = `/companies/${company.id}`;
    expect((await first.patch(path, { company: { phone: '1' } })).status).toBe(200);
    const same = { company: { phone: '2', industry_ids: [entry.id] } };
    expect(industriesOf((await first.patch(path, same)).body.company)).toEqual([entry.id]);
  });
});
