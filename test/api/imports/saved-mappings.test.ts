import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csv, upload } from '../../support/data/importing.ts';
import { make } from '../../support/data/make.ts';
import type { Client, Json } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { clientOf } from '../../support/service/tokens.ts';

let service: TestService;
let admin: Client;
let member: Client;
let viewer: Client;
beforeAll(async () => {
  service = await sharedService();
  admin = service.first;
  member = await userOf('member');
  viewer = await userOf('viewer');
});
afterAll(() => service.stop());

async function userOf(role: string): Promise<Client> {
  const { id } = await make(admin, 'users', { first_name: `Mapping ${role}`, role });
  return (await clientOf(service, { userId: id, scopes: ['read', 'write'] })).client;
}

const mapping = {
  upsert_by: ['project_number'],
  columns: [
    { from: ['Nr'], to: 'project_number' },
    { from: ['Title', ['Street', 'Town']], to: 'name' },
    { from: ['Owner'], to: 'company' },
  ],
};
const save = (client: Client, fields: Json) =>
  client.post('/import_mappings', { import_mapping: { as: 'projects', mapping, ...fields } });
const faultsOf = (errors: Json[]): string[] => errors.map(({ pointer, code }) => `${pointer} ${code}`);

describe('a saved mapping', () => {
  it('is created, listed, changed, deleted and restored, with its history', async () => {
    const made = await save(member, { name: 'County permits' });
    expect(made).toMatchObject({ status: 201 });
    const { id, ...saved } = made.body.import_mapping;
    expect(saved).toMatchObject({
      name: 'County permits',
      as: 'projects',
      created_by: { first_name: 'Mapping member' },
    });
    // With every part and every default, as an import shows it.
    expect(saved.mapping).toEqual({
      ...{ ...mapping, constants: {}, custom_fields: {} },
      references: { company: { by: 'name', missing: 'reject' } },
    });
    const path = `/import_mappings/${id}`;
    const renamed = await member.patch(path, { import_mapping: { name: 'Permits of the county', as: 'calls' } });
    expect(renamed.body.import_mapping).toMatchObject({ name: 'Permits of the county', as: 'projects' });
    const less = { columns: [{ from: ['Title'], to: 'name' }] };
    const changed = await admin.patch(path, { import_mapping: { mapping: less } });
    expect(changed.body.import_mapping.mapping).toMatchObject({ ...less, upsert_by: [], references: {} });
    expect((await viewer.get('/import_mappings?as=projects')).body.import_mappings).toMatchObject([{ id }]);
    expect((await viewer.get('/import_mappings?as=leads')).body.import_mappings).toEqual([]);
    expect(await member.delete(path)).toMatchObject({ status: 204 });
    expect(await member.get(path)).toMatchObject({ status: 404 });
    expect(await member.post(`${path}/restore`)).toMatchObject({ status: 200 });
    const { changes } = (await admin.get(`${path}/history`)).body;
    expect(changes.map(({ action }: Json) => action)).toEqual(['restore', 'delete', 'update', 'update', 'create']);
    await member.delete(path);
  });

  it('is refused with all mistakes, each by its pointer', async () => {
    const wrong = {
      upsert_by: ['phone'],
      columns: [
        { from: ['Title'], to: 'nam' },
        { from: ['Day'], to: 'bid_due_date', transform: [{ dat: 'M/d/yyyy' }] },
        { from: [], to: 'amount' },
      ],
      references: { company: { by: 'phone' } },
      extra: 1,
    };
    const refused = await save(member, { name: 'Wrong', mapping: wrong });
    expect(refused.status).toBe(422);
    const faults = faultsOf(refused.body.errors);
    expect(faults.map((fault) => fault.replace('/import_mapping/mapping/', '')).toSorted()).toEqual([
      'columns/0/to unknown_field',
      'columns/1/transform/0/dat unknown_field',
      'columns/2/from required',
      'extra unknown_field',
      'references/company/by not_allowed',
      'upsert_by/0 unknown_field',
    ]);
    expect((await member.get('/import_mappings?name=Wrong')).body.import_mappings).toEqual([]);
    const { id } = await make(member, 'import_mappings', { name: 'Right' });
    const changed = await member.patch(`/import_mappings/${id}`, { import_mapping: { mapping: wrong } });
    expect(faultsOf(changed.body.errors)).toEqual(faults);
    await member.delete(`/import_mappings/${id}`);
  });

  it('must be an object for a known family, of at most 256 KiB of text that can be stored', async () => {
    const missing = await member.post('/import_mappings', { import_mapping: {} });
    expect(faultsOf(missing.body.errors).sort()).toEqual([
      '/import_mapping/as required',
      '/import_mapping/mapping required',
      '/import_mapping/name required',
    ]);
    const odd = await save(member, { name: 'Odd', as: 'users', mapping: 'Title' });
    expect(faultsOf(odd.body.errors).sort()).toEqual([
      '/import_mapping/as not_allowed',
      '/import_mapping/mapping wrong_type',
    ]);
    const long = Array.from({ length: 100 }, (_, index) => `${index}${'x'.repeat(3000)}`);
    const large = await save(member, { name: 'Large', mapping: { columns: [{ from: long, to: 'name' }] } });
    expect(faultsOf(large.body.errors)).toEqual(['/import_mapping/mapping too_long']);
    const nul = await save(member, { name: 'NUL', mapping: { columns: [{ from: ['a\0'], to: 'name' }] } });
    expect(faultsOf(nul.body.errors)).toEqual(['/import_mapping/mapping/columns/0/from/0 invalid_text']);
  });

  it('has a name that is unique in the account without regard to case', async () => {
    const { id } = await make(member, 'import_mappings', { name: 'Bid Sheet' });
    const again = await save(admin, { name: 'bid sheet' });
    expect(again).toMatchObject({ status: 409, body: { code: 'already_exists', existing_id: id } });
    const theirs = await save(service.second, { name: 'Bid Sheet' });
    expect(theirs).toMatchObject({ status: 201 });
    await service.second.delete(`/import_mappings/${theirs.body.import_mapping.id}`);
    await member.delete(`/import_mappings/${id}`);
    const other = await save(admin, { name: 'BID SHEET' });
    expect(other).toMatchObject({ status: 201 });
    expect(await member.post(`/import_mappings/${id}/restore`)).toMatchObject({ status: 409 });
    await admin.delete(`/import_mappings/${other.body.import_mapping.id}`);
  });

  it('is written by members and admins, and read by all', async () => {
    const { id } = await make(member, 'import_mappings', { name: 'Ours' });
    expect(await viewer.get(`/import_mappings/${id}`)).toMatchObject({ status: 200 });
    expect(await save(viewer, { name: 'Theirs' })).toMatchObject({ status: 403 });
    expect(await viewer.patch(`/import_mappings/${id}`, { import_mapping: { name: 'X' } })).toMatchObject({
      status: 403,
    });
    expect(await viewer.delete(`/import_mappings/${id}`)).toMatchObject({ status: 403 });
    expect(await service.second.get(`/import_mappings/${id}`)).toMatchObject({ status: 404 });
    await member.delete(`/import_mappings/${id}`);
  });
});

describe('an upload', () => {
  const rows = csv(
    ['Nr', 'Title', 'Street', 'Town', 'Owner', 'Extra'],
    ['7', 'Annex', '1 Main St', 'Austin', 'Acme', 'x'],
  );
  const targetsOf = ({ mapping: { columns } }: Json): string[] => columns.map(({ to }: Json) => to);

  it('proposes the saved mapping whose columns the file has, of several the one that fills the most', async () => {
    const small = await make(member, 'import_mappings', {
      name: 'Small',
      mapping: { columns: [{ from: ['Title'], to: 'name' }] },
    });
    expect(targetsOf(await upload(member, 'projects', rows))).toEqual(['name']);
    const large = await make(member, 'import_mappings', { name: 'Large', mapping });
    const one = await upload(member, 'projects', rows);
    expect(one.mapping).toMatchObject(mapping);
    expect(targetsOf(await upload(member, 'companies', rows))).not.toContain('project_number');
    expect((await upload(service.second, 'projects', rows)).mapping).not.toMatchObject(mapping);
    const other = csv(['Nr', 'Title', 'Street', 'Town'], ['8', 'Annex', '1 Main St', 'Austin']);
    expect(targetsOf(await upload(member, 'projects', other))).toEqual(['name']);
    for (const { id } of [small, large]) await member.delete(`/import_mappings/${id}`);
    expect(targetsOf(await upload(member, 'projects', rows))).not.toEqual(['project_number', 'name', 'company']);
  });

  it('does not propose one that cannot read the samples, or that names a custom field no longer defined', async () => {
    const field = await make(admin, 'custom_fields', { api_name: 'bond_no', name: 'Bond', model: 'project' });
    const dated = csv(['Title', 'Day', 'Bond'], ['Annex', '14.04.2026', 'B1'], ['Barn', '15.04.2026', 'B2']);
    const saved = await make(member, 'import_mappings', {
      name: 'American days',
      mapping: {
        columns: [
          { from: ['Title'], to: 'name' },
          { from: ['Day'], to: 'bid_due_date', transform: [{ date: 'M/d/yyyy' }] },
        ],
      },
    });
    expect(JSON.stringify((await upload(member, 'projects', dated)).mapping)).not.toContain('M/d/yyyy');
    const bonds = await make(member, 'import_mappings', {
      name: 'Bonds',
      mapping: {
        columns: [
          { from: ['Title'], to: 'name' },
          { from: ['Bond'], to: 'custom_fields.bond_no' },
        ],
      },
    });
    expect(targetsOf(await upload(member, 'projects', dated))).toEqual(['name', 'custom_fields.bond_no']);
    await admin.delete(`/custom_fields/${field.id}`);
    expect(targetsOf(await upload(member, 'projects', dated))).not.toContain('custom_fields.bond_no');
    for (const { id } of [saved, bonds]) await member.delete(`/import_mappings/${id}`);
  });

  it('takes the mapping of a saved one as it is', async () => {
    const ownersOnly = { columns: [{ from: ['Owner'], to: 'name' }] };
    const saved = await make(member, 'import_mappings', { name: 'Owners', as: 'companies', mapping: ownersOnly });
    const one = await upload(member, 'companies', csv(['Owner', 'Name'], ['Granite Owners', 'no']));
    const changed = await member.patch(`/imports/${one.id}`, { import: { mapping: saved.mapping } });
    expect(changed.body.import.mapping).toEqual(saved.mapping);
    await member.delete(`/import_mappings/${saved.id}`);
  });
});
