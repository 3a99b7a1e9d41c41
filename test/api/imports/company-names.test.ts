import { afterAll, beforeAll, expect, it } from 'vitest';
import { csv, done, upload } from '../../support/data/importing.ts';
import { startDelivering } from '../../support/delivery/delivering.ts';
import type { Json } from '../../support/service/client.ts';
import type { TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => void (service = await startDelivering()));
afterAll(() => service.stop());

const checked = async (family: string, text: string): Promise<Json> =>
  await done(service.first, (await upload(service.first, family, text)).id, 'check');

const warningsOf = async (family: string, text: string, code: string): Promise<Json[]> =>
  (await checked(family, text)).summary.warnings.filter((one: Json) => one.code === code);

const several = [
  'Acme Inc / Bolt LLC',
  'Acme; Bolt',
  'Acme\nBolt',
  'Acme LLC/Bolt LLC',
  'Acme Inc and Bolt LLC',
  'Acme, Inc., Bolt, LLC',
  'Acme | Bolt',
];
const single = [
  'Acme & Bolt Builders',
  'A/C Mechanical',
  'Acme, Inc.',
  'Fox/Ray JV',
  'Smith and Sons, LLC',
  'Acme Co., Inc.',
  'Fox Co., Ltd.',
  'Acme LLC dba Bolt Inc',
];

it.each([
  {
    family: 'projects',
    head: ['Project', 'Client'],
    cells: (name: string) => [`Job of ${name}`, name],
    column: 'Client',
  },
  {
    family: 'companies',
    head: ['Company', 'Phone'],
    cells: (name: string) => [name, '210-555-0100'],
    column: 'Company',
  },
])('cells of $family with the names of two companies are told', async ({ family, head, cells, column }) => {
  const text = csv(head, ...[...several, ...single].map(cells));
  const field = family === 'projects' ? 'company' : 'name';
  expect(await warningsOf(family, text, 'two_companies')).toMatchObject([
    { column, field, count: several.length, rows: several.map((_, at) => at + 1) },
  ]);
});

it('a list of companies shows names that are near to others of the file and of the account, and so does a run', async () => {
  await service.first.post('/companies', { company: { name: 'Kestrel Contractors' } });
  const others = Array.from({ length: 100 }, (_, at) => `Firm ${at}`);
  const names = ['Zebra, Inc.', 'Mesa', ...others, 'ZEBRA INC', 'Kestrel Contractors LLC', 'Zebra, Inc.'];
  const one = await upload(service.first, 'companies', csv(['Company', 'Phone'], ...names.map((name) => [name, '1'])));
  const near = [
    { field: 'name', value: 'ZEBRA INC', near: [{ id: null, name: 'Zebra, Inc.' }] },
    {
      field: 'name',
      value: 'Kestrel Contractors LLC',
      near: [{ id: expect.any(String), name: 'Kestrel Contractors' }],
    },
  ];
  expect((await done(service.first, one.id, 'check')).summary.near_names).toEqual(near);
  expect((await done(service.first, one.id, 'run')).summary.near_names).toEqual(near);
});

it('a lone name in capitals among other names is told in lists of companies and contacts', async () => {
  const firms = csv(
    ['Company', 'Website', 'Phone'],
    ['SUPPLIERS OF STEEL', '', ''],
    ['Acme', 'acme.example', '1'],
    ['Bolt', '', ''],
    ['Cord', 'cord.example', '2'],
  );
  const told = { column: 'Company', field: 'name', count: 1, rows: [1] };
  expect(await warningsOf('companies', firms, 'only_name')).toMatchObject([told]);
  const people = csv(
    ['First Name', 'Last Name', 'Email'],
    ['ACME', '', ''],
    ['Eli', 'Ray', 'eli@example.com'],
    ['Gus', 'Orr', 'gus@example.com'],
  );
  expect(await warningsOf('contacts', people, 'only_name')).toMatchObject([
    { column: 'First Name', count: 1, rows: [1] },
  ]);
  const capitals = csv(['Company', 'Website', 'Phone'], ['ACME', '', ''], ['BOLT', '', '1'], ['CORD', '', '2']);
  expect(await warningsOf('companies', capitals, 'only_name')).toEqual([]);
});
