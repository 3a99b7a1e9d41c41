import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csv, done, imported, rowsOf, upload } from '../../support/data/importing.ts';
import { startDelivering } from '../../support/delivery/delivering.ts';
import type { Client, Json } from '../../support/service/client.ts';
import type { TestService } from '../../support/service/service.ts';

let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await startDelivering();
  client = service.first;
});
afterAll(() => service.stop());

const columns = [
  { from: ['name'], to: 'name' },
  { from: ['client'], to: 'company' },
];

describe('the records that rows refer to', () => {
  it('are found by name, made once with their parts, left empty or refused', async () => {
    const { company: known } = (await client.post('/companies', { company: { name: 'Élan Builders' } })).body;
    const text = csv(
      ['name', 'client', 'phone'],
      ['A', 'ELAN  builders', ''],
      ['B', 'New One', '555-0100'],
      ['C', 'new one', ''],
    );
    const withParts = [...columns, { from: ['phone'], to: 'company.phone' }];
    const references = (missing: string): Json => ({ company: { by: 'name', missing } });
    const drafted = await upload(client, 'projects', text);
    const mapping = { ...drafted.mapping, columns: withParts, references: references('create') };
    await client.patch(`/imports/${drafted.id}`, { import: { mapping } });
    expect(await done(client, drafted.id, 'check')).toMatchObject({ made: { companies: 1 } });
    const made = await done(client, drafted.id, 'run');
    expect(made).toMatchObject({ counts: { created: 3 }, made: { companies: 1 } });
    const { projects } = (await client.get(`/projects?import_id=${made.id}&sort=name`)).body;
    expect(projects.map(({ company }: Json) => company.name)).toEqual(['Élan Builders', 'New One', 'New One']);
    expect(projects[0].company.id).toBe(known.id);
    const { company } = (await client.get(`/companies/${projects[1].company.id}`)).body;
    expect(company).toMatchObject({ phone: '555-0100', import: { id: made.id } });

    const other = csv(['name', 'client'], ['D', 'Nobody'], ['E', 'New One']);
    const empty = await imported(client, 'projects', other, { columns, references: references('empty') });
    expect(empty).toMatchObject({ counts: { created: 2 }, made: {} });
    const refused = await imported(client, 'projects', other, { columns, references: references('reject') });
    expect(refused).toMatchObject({ counts: { created: 1, rejected: 1 } });
    const [row] = await rowsOf(client, refused.id, '&result=rejected');
    expect(row?.errors).toMatchObject([{ column: 'client', field: 'company', code: 'not_found', value: 'Nobody' }]);
  });

  it('are users by their names, also with the last name in front', async () => {
    const [user] = (await client.get('/users')).body.users;
    const [first = '', ...rest] = user.name.split(' ');
    const text = csv(['Project Name', 'Estimator'], ['Depot of users', `${rest.join(' ')}, ${first}`]);
    const { id, counts } = await imported(client, 'projects', text);
    expect(counts).toMatchObject({ created: 1, rejected: 0 });
    const [project] = (await client.get(`/projects?import_id=${id}`)).body.projects;
    expect(project.assigned_to).toMatchObject({ id: user.id });
  });

  it('are users by their e-mail address and list entries by their name', async () => {
    const { users } = (await client.get('/users')).body;
    const [user] = users;
    const { market_sectors: sectors } = (await client.get('/market_sectors')).body;
    const text = csv(['name', 'owner', 'sector'], ['F', user.email.toUpperCase(), sectors[0].name.toLowerCase()]);
    const mapping = {
      columns: [
        { from: ['name'], to: 'name' },
        { from: ['owner'], to: 'assigned_to' },
        { from: ['sector'], to: 'market_sector' },
      ],
      references: {
        assigned_to: { by: 'email', missing: 'reject' },
        market_sector: { by: 'name', missing: 'create' },
      },
    };
    const one = await imported(client, 'projects', text, mapping);
    const [project] = (await client.get(`/projects?import_id=${one.id}`)).body.projects;
    expect(project).toMatchObject({ assigned_to: { id: user.id }, market_sector: { id: sectors[0].id } });
    expect(one.made).toEqual({});
  });

  it('are found for a row that is rejected for another reason, but not made for it', async () => {
    await client.post('/companies', { company: { name: 'Found Co' } });
    const text = csv(['name', 'client', 'amount'], ['I', 'Found Co', 'much'], ['J', 'Lost Co', 'more']);
    const withAmount = [...columns, { from: ['amount'], to: 'amount', invalid: 'reject' }];
    const mapping = (missing: string): Json => ({
      columns: withAmount,
      references: { company: { by: 'name', missing } },
    });
    const made = await imported(client, 'projects', text, mapping('create'));
    expect(made).toMatchObject({ counts: { rejected: 2 }, made: {} });
    const refused = await imported(client, 'projects', text, mapping('reject'));
    const fields = (await rowsOf(client, refused.id)).map(({ errors }) => errors.map(({ field }: Json) => field));
    expect(fields).toEqual([['amount'], ['amount', 'company']]);
  });

  it('keep the beginning of a long text that names none, whatever character the end cuts', async () => {
    const withAmount = [
      { from: ['name'], to: 'name' },
      { from: ['amount'], to: 'amount', invalid: 'reject' },
    ];
    const cells = [197, 198, 199].map((length) => [`Long ${length}`, `${'x'.repeat(length)}😀😀`]);
    const one = await imported(client, 'projects', csv(['name', 'amount'], ...cells), { columns: withAmount });
    expect(one).toMatchObject({ status: 'complete', counts: { read: 3, rejected: 3 } });
    const byName = csv(['name', 'client'], ...cells.map(([name = '', text = '']) => [name, text]));
    const references = { company: { by: 'name', missing: 'reject' } };
    const refused = await imported(client, 'projects', byName, { columns, references });
    expect(refused).toMatchObject({ status: 'complete', counts: { read: 3, rejected: 3 } });
  });

  it('reject a row if several have the name', async () => {
    for (const name of ['Double', 'DOUBLE']) await client.post('/companies', { company: { name } });
    const one = await imported(client, 'projects', csv(['name', 'client'], ['G', 'double']), {
      columns,
      references: { company: { by: 'name', missing: 'create' } },
    });
    const [row] = await rowsOf(client, one.id);
    expect(row).toMatchObject({ result: 'rejected', errors: [{ field: 'company', code: 'ambiguous' }] });
    expect(row?.errors[0].ids).toHaveLength(2);
  });

  it('are made by admins only, where only admins can make them', async () => {
    const email = 'member@example.com';
    const { user } = (await client.post('/users', { user: { first_name: 'M', last_name: 'B', email, role: 'member' } }))
      .body;
    const token = { name: 'Member', scopes: ['read', 'write'], user_id: user.id };
    const { api_token: made } = (await client.post('/api_tokens', { api_token: token })).body;
    const member = service.client(made.token);
    const one = await upload(member, 'projects', csv(['name', 'sector'], ['H', 'A new sector']));
    const mapping = {
      columns: [
        { from: ['name'], to: 'name' },
        { from: ['sector'], to: 'market_sector' },
      ],
      references: { market_sector: { by: 'name', missing: 'create' } },
    };
    expect(await member.patch(`/imports/${one.id}`, { import: { mapping } })).toMatchObject({ status: 200 });
    const refused = await member.post(`/imports/${one.id}/run`);
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/import/mapping/references/market_sector/missing', code: 'not_allowed' }] },
    });
    expect(await client.post(`/imports/${one.id}/run`)).toMatchObject({ status: 202 });
  });
});

describe('ids in constants', () => {
  it('are judged with the mapping, and again when the import begins', async () => {
    const { company } = (await client.post('/companies', { company: { name: 'Brief Builders' } })).body;
    const one = await upload(client, 'projects', csv(['name'], ['Annex']));
    const change = (constants: Json): Promise<Json> =>
      client.patch(`/imports/${one.id}`, { import: { mapping: { ...one.mapping, constants } } });
    const { status, body } = await change({ company_id: '999999', project_stage_id: '999998', assigned_to_id: null });
    expect(status).toBe(422);
    expect(body.errors.map(({ code, pointer }: Json) => [code, pointer]).toSorted()).toEqual([
      ['invalid_reference', '/import/mapping/constants/company_id'],
      ['invalid_reference', '/import/mapping/constants/project_stage_id'],
    ]);
    expect(await change({ company_id: company.id })).toMatchObject({ status: 200 });
    await client.delete(`/companies/${company.id}`);
    const refused = await client.post(`/imports/${one.id}/check`);
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'invalid_reference', pointer: '/import/mapping/constants/company_id' }] },
    });
  });
});
