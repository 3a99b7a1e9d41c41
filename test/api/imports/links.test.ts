import { afterAll, beforeAll, expect, it } from 'vitest';
import { csv, done, upload } from '../../support/data/importing.ts';
import { startDelivering } from '../../support/delivery/delivering.ts';
import type { Json } from '../../support/service/client.ts';
import type { TestService } from '../../support/service/service.ts';
import { linkedSheet, sheetOf, textRow } from '../../transfer/files/support/workbook.ts';

let service: TestService;
beforeAll(async () => void (service = await startDelivering()));
afterAll(() => service.stop());

async function uploaded(family: string, workbook: Buffer): Promise<Json> {
  const response = await fetch(service.first.address(`/imports?as=${family}`), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.tokens.first}`,
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    },
    body: new Uint8Array(workbook),
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as Json).import;
}

it('fills websites and e-mail addresses by the links of cells that show no address', async () => {
  const rows = [
    textRow(1, 'Company', 'Website'),
    textRow(2, 'Acme', 'Visit us'),
    textRow(3, 'Bolt', 'bolt.example'),
    textRow(4, 'Cord', 'cord.example'),
  ].join('');
  const one = await uploaded(
    'companies',
    linkedSheet(rows, [
      ['B2', 'https://acme.example/'],
      ['B3', 'http://www.bolt.example/start'],
    ]),
  );
  expect(one.columns.at(-1)).toMatchObject({ name: 'Website (link)', link_of: 'Website' });
  expect((await done(service.first, one.id, 'run')).summary.warnings).toEqual([]);
  const { companies } = (await service.first.get(`/companies?import_id=${one.id}&sort=id`)).body;
  expect(companies.map(({ website }: Json) => website)).toEqual([
    'https://acme.example/',
    'bolt.example',
    'cord.example',
  ]);
  const people = [textRow(1, 'First Name', 'Last Name', 'Email'), textRow(2, 'Eli', 'Ray', 'Write to Eli')].join('');
  const two = await uploaded('contacts', linkedSheet(people, [['C2', 'mailto:eli@example.com?subject=Bid']]));
  await done(service.first, two.id, 'run');
  const { contacts } = (await service.first.get(`/contacts?import_id=${two.id}`)).body;
  expect(contacts).toMatchObject([{ first_name: 'Eli', last_name: 'Ray', email: 'eli@example.com' }]);
});

it('counts the links that no field takes, also those of formulas, in the draft and in the summary', async () => {
  const formula = '<c r="C3" t="str"><f>HYPERLINK("https://plans.example/2","Plans")</f><v>Plans</v></c>';
  const rows = [
    textRow(1, 'Project', 'Client', 'Drawings'),
    textRow(2, 'Elm', 'Acme', 'Plans'),
    textRow(3, 'Oak', 'Acme').replace('</row>', `${formula}</row>`),
    textRow(4, 'Mill', 'Acme', 'https://plans.example/3'),
  ].join('');
  const one = await uploaded(
    'projects',
    linkedSheet(rows, [
      ['C2', 'https://plans.example/1'],
      ['C4', 'https://plans.example/3'],
      ['A1', 'https://plans.example/'],
    ]),
  );
  expect(one.oddities).toContain(
    'Cells lead to addresses that they do not show: Drawings (2). The addresses are in columns of their own: "Drawings (link)".',
  );
  const { dry_run: counts, summary } = await done(service.first, one.id, 'check');
  expect(counts).toMatchObject({ created: 3, rejected: 0 });
  expect(summary.warnings).toContainEqual(
    expect.objectContaining({ column: 'Drawings (link)', code: 'not_imported', count: 2, rows: [1, 2] }),
  );
});

it('reads the formulas of links in CSV as a workbook has them', async () => {
  const text = csv(
    ['Company', 'Website', 'Plans'],
    ['Dell', '=HYPERLINK("https://acme.example","Visit us")', '=hyperlink("https://plans.example/1"; "Plans")'],
    ['Ever', '=HYPERLINK("https://bolt.example")', '=HYPERLINK(A2,"Plans")'],
  );
  const one = await upload(service.first, 'companies', text);
  const { summary } = await done(service.first, one.id, 'run');
  expect(summary.warnings).toMatchObject([
    { column: 'Plans', code: 'not_imported', count: 2 },
    { column: 'Plans (link)', code: 'not_imported', count: 1 },
  ]);
  const { companies } = (await service.first.get(`/companies?import_id=${one.id}&sort=id`)).body;
  expect(companies.map(({ website }: Json) => website)).toEqual(['https://acme.example', 'https://bolt.example']);
});

it('puts the zero back that a long ZIP code has lost', async () => {
  const text = csv(
    ['Company', 'City', 'State', 'Zip'],
    ['Fern', 'Portland', 'ME', '4101-1234'],
    ['Gable', 'Austin', 'TX', '7870-1234'],
  );
  const one = await upload(service.first, 'companies', text);
  await done(service.first, one.id, 'run');
  const { companies } = (await service.first.get(`/companies?import_id=${one.id}&sort=id`)).body;
  expect(companies.map(({ address }: Json) => address.zip)).toEqual(['04101-1234', '7870-1234']);
});

it('reads a sheet without links as before, and a link of a whole column says nothing of a row', async () => {
  const rows = [textRow(1, 'Project', 'Client'), textRow(2, 'Elm', 'Acme')].join('');
  for (const workbook of [sheetOf(rows), linkedSheet(rows, [['B1:B1048576', 'https://plans.example/']])]) {
    const { columns } = await uploaded('projects', workbook);
    expect(columns.map(({ name }: Json) => name)).toEqual(['Project', 'Client']);
  }
});
