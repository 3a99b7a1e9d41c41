import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json } from '../../support/service/client.ts';
import { leastBody, make, next, postNew } from '../../support/data/make.ts';
import { shapes, uniqueFields } from '../../support/data/registry.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const listed = async (plural: string): Promise<string[]> =>
  (await first.get(`/${plural}?per_page=500`)).body[plural].map(({ id }: Json) => id);

describe.each(shapes)('%s', (plural, resource) => {
  const wrap = (fields: object) => ({ [resource.singular]: fields });

  it('have a URL after creation, are gone after deletion and are back after restore', async () => {
    const made = await postNew(first, resource, wrap(await leastBody(first, resource)));
    expect(made.status).toBe(201);
    expect(made.headers.get('etag')).toBe('"1"');
    const { id } = made.body[resource.singular];
    const path = `/${plural}/${id}`;
    expect(made.headers.get('location')).toBe(`/api/2023-01${path}`);
    expect((await first.get(`${service.url}${made.headers.get('location') ?? ''}`)).body).toEqual(made.body);
    expect(await listed(plural)).toContain(id);
    const deleted = await first.delete(path);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect(await listed(plural)).not.toContain(id);
    for (const send of [() => first.get(path), () => first.patch(path, wrap({})), () => first.delete(path)]) {
      const answer = await send();
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    }
    const restored = await first.post(`${path}/restore`);
    expect([restored.status, restored.headers.get('etag')]).toEqual([200, '"3"']);
    const { updated_at: _, ...before } = made.body[resource.singular];
    expect(restored.body[resource.singular]).toMatchObject(before);
    expect((await first.get(path)).text).toBe(restored.text);
    expect(await listed(plural)).toContain(id);
    const again = await first.post(`${path}/restore`);
    expect([again.status, again.body.code]).toEqual([409, 'conflict']);
  });

  it.each(uniqueFields(resource).map(({ key }) => key))(
    'have a unique %s, in upper and lower case, and deletion frees it',
    async (key) => {
      const value = key === 'email' ? `Éva${next()}@example.com` : `Éva ${next()}`;
      const [taken, again] = key === 'api_name' ? [`eva_${next()}`, ''] : [value, value.toUpperCase()];
      const holder = await make(first, plural, { [key]: taken });
      const clash = wrap({ ...(await leastBody(first, resource)), [key]: again || taken });
      const pointer = `/${resource.singular}/${key}`;
      const existing = { code: 'already_exists', existing_id: holder.id };
      const refused = await postNew(first, resource, clash);
      expect([refused.status, refused.body]).toMatchObject([409, { ...existing, errors: [{ pointer, ...existing }] }]);
      if (!resource.fields[key]?.fixed) {
        const other = await make(first, plural);
        expect((await first.patch(`/${plural}/${other.id}`, clash)).body).toMatchObject(existing);
        expect((await first.patch(`/${plural}/${holder.id}`, wrap({ [key]: again }))).status).toBe(200);
      }
      await first.delete(`/${plural}/${holder.id}`);
      const heir = await postNew(first, resource, clash);
      expect(heir.status, heir.text).toBe(201);
      const back = await first.post(`/${plural}/${holder.id}/restore`);
      expect(back.body).toMatchObject({ ...existing, existing_id: heir.body[resource.singular].id });
      await first.delete(`/${plural}/${heir.body[resource.singular].id}`);
      expect((await first.post(`/${plural}/${holder.id}/restore`)).status).toBe(200);
    },
  );

  if (!resource.order)
    it('are listed newest first', async () => {
      const older = await make(first, plural);
      const sameTime = await make(first, plural);
      service.clock.advance(1);
      const newest = await make(first, plural);
      expect((await listed(plural)).slice(0, 3)).toEqual([newest.id, sameTime.id, older.id]);
    });

  if (resource.order?.[0] === 'name')
    it('are listed by name, without regard to case and accents', async () => {
      const key = resource.fields['name']?.readOnly ? 'first_name' : 'name';
      const made: string[] = [];
      for (const name of ['zebra', 'Éclair', 'eclair 2', 'Acme', 'ärger', 'Zebra 2', '9 Lives']) {
        made.push((await make(first, plural, { [key]: `~${name}` })).id);
      }
      const [zebra, eclair, eclair2, acme, arger, zebra2, nine] = made;
      const order = (await listed(plural)).filter((id) => made.includes(id));
      expect(order).toEqual([nine, acme, arger, eclair, eclair2, zebra, zebra2]);
    });
});

describe('a unique value', () => {
  it.each([
    ['ΟΔΟΣ', 'οδοσ'],
    ['Straße', 'STRASSE'],
    ['İstanbul', 'i̇stanbul'],
    ['KELVIN \u212a', 'kelvin k'],
  ])('never fails the request with a 500 for letters such as %s and %s', async (one, other) => {
    await make(first, 'industries', { name: one });
    expect([201, 409]).toContain((await first.post('/industries', { industry: { name: other } })).status);
  });

  it('is derived from the name of a custom field if the request omits it', async () => {
    const { id } = await make(first, 'custom_fields', { model: 'company', name: 'Roof Type' });
    const again = { custom_field: { model: 'company', name: 'roof type', field_type: 'text' } };
    const refused = await first.post('/custom_fields', again);
    expect([refused.status, refused.body.existing_id]).toEqual([409, id]);
    await make(first, 'custom_fields', { model: 'contact', name: 'Roof Type' });
  });
});

describe('a PATCH', () => {
  it('keeps absent fields, clears null fields, replaces arrays and merges objects', async () => {
    const [one, two, three] = [
      await make(first, 'industries'),
      await make(first, 'industries'),
      await make(first, 'industries'),
    ];
    await make(first, 'custom_fields', { model: 'company', name: 'Size' });
    await make(first, 'custom_fields', { model: 'company', name: 'Grade' });
    const company = await make(first, 'companies', {
      ...{ name: 'Acme', phone: '1', website: 'acme.example', industry_ids: [one.id, two.id] },
      ...{ address: { city: 'Austin', zip: '78701' }, custom_fields: { size: 'L', grade: 'A' } },
    });
    const change = {
      ...{ phone: null, industry_ids: [three.id, one.id] },
      ...{ address: { zip: null, state: 'TX' }, custom_fields: { size: null } },
    };
    const after = (await first.patch(`/companies/${company.id}`, { company: change })).body.company;
    const nowhere = { street_address: null, street_address2: null, country: null, zip: null };
    expect(after).toMatchObject({
      ...{ name: 'Acme', phone: null, website: 'acme.example', custom_fields: { size: null, grade: 'A' } },
      address: { ...nowhere, city: 'Austin', state: 'TX' },
    });
    expect(after.industries.map(({ id }: Json) => id)).toEqual([three.id, one.id]);
    const bare = { company: { address: { city: '', state: null }, industry_ids: [] } };
    expect((await first.patch(`/companies/${company.id}`, bare)).body.company).toMatchObject({
      address: null,
      industries: [],
    });
    expect((await first.get(`/companies/${company.id}`)).body.company.address).toBeNull();
  });

  it('treats a field with its current value as absent', async () => {
    const stages: Json[] = (await first.get('/project_stages')).body.project_stages;
    const project = await make(first, 'projects', { probability: 0.33 });
    const sent = { ...project, project_stage_id: stages.find(({ name }) => name === 'Shortlisted')?.id };
    const moved = (await first.patch(`/projects/${project.id}`, { project: sent })).body.project;
    expect([moved.project_stage.name, moved.probability]).toEqual(['Shortlisted', 0.45]);
  });
});
