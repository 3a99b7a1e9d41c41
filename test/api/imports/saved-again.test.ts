import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csv, imported, upload } from '../../support/data/importing.ts';
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

describe('a file that another program has written', () => {
  it('has whole numbers as fractions, which are ZIP codes, telephone numbers and job numbers again', async () => {
    const rows = [
      ['Job No.', 'Project Name', 'Zip'],
      ['4711.0', 'Mill', '78701.0'],
      ['4712.0', 'Barn', '78702.0'],
    ];
    const { id } = await imported(client, 'projects', csv(...rows));
    const { projects } = (await client.get(`/projects?import_id=${id}&sort=name`)).body;
    expect(projects).toMatchObject([
      { project_number: '4712', address: { zip: '78702' } },
      { project_number: '4711', address: { zip: '78701' } },
    ]);
    const people = csv(['Name', 'Phone'], ['Dana Fox', '2105550100.0'], ['Eli Ray', '']);
    const second = await imported(client, 'contacts', people);
    const { contacts } = (await client.get(`/contacts?import_id=${second.id}&sort=name`)).body;
    expect(contacts).toMatchObject([{ office_phone: '2105550100' }, { office_phone: null }]);
    const mixed = csv(['Project Name', 'Job No.'], ['Depot', '26.0'], ['Annex', '26-A']);
    const third = await imported(client, 'projects', mixed);
    const others = (await client.get(`/projects?import_id=${third.id}&sort=name`)).body.projects;
    expect(others).toMatchObject([{ project_number: '26-A' }, { project_number: '26.0' }]);
  });

  it('has the dates of a ready mapping in the forms of a spreadsheet, each column in its own', async () => {
    const head = ['Deal - ID', 'Deal - Title', 'Deal - Status', 'Deal - Won time', 'Deal - Expected close date'];
    const deals = csv(head, ['17', 'Pump', 'Won', '2/15/26 14:00', '2/14/26'], ['18', 'Silo', 'Open', '', '4/1/26']);
    const { id, summary } = await imported(client, 'projects', deals);
    expect(summary.warnings).toEqual([]);
    const { projects } = (await client.get(`/projects?import_id=${id}&sort=name`)).body;
    const dates = Object.fromEntries(projects.map(({ name, award_date: date }: Json) => [name, date]));
    expect(dates).toMatchObject({ Pump: '2026-02-15' });
  });

  it.each(['above', 'below'])('keeps ZIP codes that are no fractions %s a hundred others', async (place) => {
    const fractions = Array.from({ length: 101 }, (_, at) => `${78_701 + at}.0`);
    const others = ['02138', '78201-1234', '10.5'];
    const codes = place === 'above' ? [...others, ...fractions] : [...fractions, ...others];
    const text = csv(['Project Name', 'Zip'], ...codes.map((code, at) => [`Mill ${at}`, code]));
    const { id, counts } = await imported(client, 'projects', text);
    expect(counts).toMatchObject({ kept_without: 0 });
    const { projects } = (await client.get(`/projects?import_id=${id}&per_page=500`)).body;
    const whole = codes.map((code) => code.replace(/\.0$/, ''));
    expect(projects.map(({ address }: Json) => address.zip).sort()).toEqual(whole.sort());
  });
});

describe('the columns that are not imported', () => {
  it('are named up to fifty of them', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `Zq ${index}`);
    const { oddities } = await upload(client, 'projects', csv(['Project Name', ...names], ['Mill', ...names]));
    expect(oddities.at(-1)).toMatch(
      /^60 columns are not imported: Zq 0 \(1 filled\), .*Zq 49 \(1 filled\), and 10 more\.$/,
    );
  });

  it('are not the times of an export of the product', async () => {
    await client.post('/companies', { company: { name: 'Exported Works' } });
    const text = (await client.get('/companies.csv')).text;
    const { oddities } = await upload(client, 'companies', text);
    expect(oddities.join()).not.toMatch(/created_at|updated_at/);
  });
});
