import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csv, done, imported, rowsOf, upload } from '../../support/data/importing.ts';
import { eventually, startDelivering } from '../../support/delivery/delivering.ts';
import type { Client, Json } from '../../support/service/client.ts';
import type { TestService } from '../../support/service/service.ts';

let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await startDelivering();
  client = service.first;
});
afterAll(() => service.stop());

const project = async (id: string): Promise<Json> => (await client.get(`/projects/${id}`)).body.project;

const parts = () => service.engine.query('select 1 from import_chunks');

const without = ({ updated_at: _, ...record }: Json): Json => record;

describe('the undo of an import', () => {
  it('deletes what the import made and sets back what it changed, stages included', async () => {
    const { project_stages: stages } = (await client.get('/project_stages')).body;
    const made = await client.post('/projects', {
      project: { name: 'Old', external_id: 'U-1', amount: 10, address: { city: 'Austin' } },
    });
    const { id } = made.body.project;
    service.clock.advance(24 * 60 * 60_000);
    const before = await project(id);
    service.clock.advance(60_000);
    const text = csv(
      ['external_id', 'name', 'amount', 'city'],
      ['U-1', 'New name', '99', 'Dallas'],
      ['U-2', 'Made', '1', ''],
    );
    const constants = { project_stage_id: stages[2].id };
    const { id: draft, mapping } = await upload(client, 'projects', text);
    await client.patch(`/imports/${draft}`, { import: { mapping: { ...mapping, constants } } });
    const one = await done(client, draft, 'run', { confirm: ['other_names'] });
    expect(await project(id)).toMatchObject({
      name: 'New name',
      amount: 99,
      address: { city: 'Dallas' },
      stage_age: 0,
    });
    // A day later, the project has still been in its first stage since it was made.
    service.clock.advance(24 * 60 * 60_000);
    const undone = await done(client, one.id, 'undo');
    expect(undone).toMatchObject({ status: 'undone', undo: { undone: 2, kept: 0 } });
    expect(undone.undone_at).not.toBeNull();
    const after = await project(id);
    expect(after.stage_age).toBe(Number(before.stage_age) + 1);
    expect(without({ ...after, stage_age: 0, pursuit_duration: 0 })).toEqual(
      without({ ...before, stage_age: 0, pursuit_duration: 0 }),
    );
    expect((await client.get('/projects?external_id=U-2')).body.projects).toEqual([]);
    expect((await rowsOf(client, one.id)).map(({ undo }) => undo)).toEqual(['undone', 'undone']);
    expect(await client.post(`/imports/${one.id}/undo`)).toMatchObject({ status: 409 });
  });

  it('leaves alone and lists what was changed or used later', async () => {
    const text = csv(['name', 'client'], ['Kept', 'Used Co'], ['Gone', 'Unused Co'], ['Also gone', 'Used Co']);
    const one = await imported(client, 'projects', text);
    expect(one.made).toEqual({ companies: 2 });
    const [kept] = await rowsOf(client, one.id);
    await client.patch(`/projects/${kept?.record_id}`, { project: { description: 'Mine' } });
    const undone = await done(client, one.id, 'undo');
    expect(undone.undo).toEqual({ undone: 3, kept: 2 });
    expect((await rowsOf(client, one.id, '&undo=kept')).map(({ record_id: id }) => id)).toEqual([kept?.record_id]);
    expect(await project(kept?.record_id)).toMatchObject({ name: 'Kept', company: { name: 'Used Co' } });
    expect((await client.get('/companies?name=Unused%20Co')).body.companies).toEqual([]);
    expect((await client.get('/companies?name=Used%20Co')).body.companies).toHaveLength(1);
  });

  it.each([
    ['the later one first', ['C', 'B', 'A']],
    ['the earlier one first, and once more what it kept', ['A', 'C', 'B', 'A']],
  ])('leaves nothing of several imports of the same records, %s', async (title, order) => {
    const keys = [`${title} 1`, `${title} 2`];
    const importOf = (amount: string, client2: string) =>
      imported(
        client,
        'projects',
        csv(['external_id', 'name', 'amount', 'client'], ...keys.map((key) => [key, 'Chain', amount, client2])),
      );
    const imports: Json = {};
    for (const [name, amount] of Object.entries({ A: '100', B: '999', C: '50' }))
      imports[name] = (await importOf(amount, `${title} Co`)).id;
    for (const name of order) await done(client, imports[name], 'undo');
    const last = (await client.get(`/imports/${imports['A']}`)).body.import;
    expect(last).toMatchObject({ status: 'undone', undo: { kept: 0 } });
    expect((await client.get('/projects?name=Chain')).body.projects).toEqual([]);
    expect((await client.get(`/companies?name=${encodeURIComponent(`${title} Co`)}`)).body.companies).toEqual([]);
    expect(await client.post(`/imports/${imports['A']}/undo`)).toMatchObject({ status: 409 });
  });

  it('keeps the records of an import that a later one has set to the same values again', async () => {
    const text = (amount: string) =>
      csv(['external_id', 'name', 'amount', 'client'], ['Again', 'Again', amount, 'Again Co']);
    const first = await imported(client, 'projects', text('1'));
    const wrong = await imported(client, 'projects', text('2'));
    const right = await imported(client, 'projects', text('1'));
    expect((await done(client, first.id, 'undo')).undo).toEqual({ undone: 0, kept: 2 });
    const { projects } = (await client.get('/projects?external_id=Again')).body;
    expect(projects).toMatchObject([{ amount: 1, company: { name: 'Again Co' } }]);
    for (const { id } of [right, wrong]) expect((await done(client, id, 'undo')).undo).toEqual({ undone: 1, kept: 0 });
    expect((await done(client, first.id, 'undo')).undo).toMatchObject({ kept: 0 });
    expect((await client.get('/projects?external_id=Again')).body.projects).toEqual([]);
  });

  it('keeps a record that somebody has changed between two imports that are undone', async () => {
    const text = (amount: string) => csv(['external_id', 'name', 'amount'], ['Between', 'Between', amount]);
    const first = await imported(client, 'projects', text('1'));
    const second = await imported(client, 'projects', text('2'));
    const [row] = await rowsOf(client, first.id);
    await client.patch(`/projects/${row?.record_id}`, { project: { name: 'Mine' } });
    await client.patch(`/projects/${row?.record_id}`, { project: { name: 'Between' } });
    expect((await done(client, second.id, 'undo')).undo).toEqual({ undone: 0, kept: 1 });
    expect((await done(client, first.id, 'undo')).undo).toEqual({ undone: 0, kept: 1 });
    expect(await project(row?.record_id)).toMatchObject({ amount: 2 });
  });

  it('takes back custom fields that the import defined', async () => {
    const text = csv(['name', 'Permit Type'], ['With a type', 'Demolition']);
    const columns = [
      { from: ['name'], to: 'name' },
      { from: ['Permit Type'], to: 'custom_fields.permit_type' },
    ];
    const custom_fields = { permit_type: { name: 'Permit type', field_type: 'text' } };
    const one = await imported(client, 'projects', text, { columns, custom_fields });
    expect(one).toMatchObject({ status: 'complete', made: { custom_fields: 1 } });
    const [row] = await rowsOf(client, one.id);
    expect((await project(row?.record_id)).custom_fields).toMatchObject({ permit_type: 'Demolition' });
    expect((await done(client, one.id, 'undo')).undo).toEqual({ undone: 2, kept: 0 });
    const { custom_fields: left } = (await client.get('/custom_fields')).body;
    expect(left.map(({ api_name: name }: Json) => name)).not.toContain('permit_type');
  });

  it('keeps a custom field in which someone has entered a value since, and is for admins if it deletes one', async () => {
    const columns = [
      { from: ['name'], to: 'name' },
      { from: ['Bond'], to: 'custom_fields.bond' },
    ];
    const custom_fields = { bond: { name: 'Bond', field_type: 'text' } };
    const before = (await parts()).length;
    const one = await imported(client, 'projects', csv(['name', 'Bond'], ['Bonded', 'yes']), {
      columns,
      custom_fields,
    });
    const { project: other } = (await client.post('/projects', { project: { name: 'Other' } })).body;
    await client.patch(`/projects/${other.id}`, { project: { custom_fields: { bond: 'mine' } } });
    const email = 'undoing@example.com';
    const { user } = (await client.post('/users', { user: { first_name: 'U', last_name: 'M', email, role: 'member' } }))
      .body;
    const token = { name: 'Member', scopes: ['read', 'write'], user_id: user.id };
    const member = service.client((await client.post('/api_tokens', { api_token: token })).body.api_token.token);
    const refused = { status: 403, body: { code: 'forbidden', required_role: 'admin' } };
    expect(await member.post(`/imports/${one.id}/undo`)).toMatchObject(refused);
    expect(await member.delete(`/imports/${one.id}/file`)).toMatchObject(refused);
    expect((await done(client, one.id, 'undo')).undo).toEqual({ undone: 1, kept: 1 });
    expect((await project(other.id)).custom_fields).toMatchObject({ bond: 'mine' });
    expect(await member.delete(`/imports/${one.id}/file`)).toMatchObject({ status: 204 });
    await eventually(async () => expect(await parts()).toHaveLength(before));
  });

  it('is not possible once the file is deleted', async () => {
    const before = (await parts()).length;
    const one = await imported(client, 'companies', csv(['name'], ['Stays']));
    expect(await client.delete(`/imports/${one.id}/file`)).toMatchObject({ status: 204 });
    const { import: after } = (await client.get(`/imports/${one.id}`)).body;
    expect(after).toMatchObject({ status: 'complete', file: null, counts: { created: 1 } });
    expect(await rowsOf(client, one.id)).toEqual([]);
    expect(await client.post(`/imports/${one.id}/undo`)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await client.get('/companies?name=Stays')).body.companies).toHaveLength(1);
    await eventually(async () => expect(await parts()).toHaveLength(before));
  });
});
