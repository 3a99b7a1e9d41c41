import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { upload } from '../../support/data/importing.ts';
import { fullBody, make, postNew } from '../../support/data/make.ts';
import { shapes } from '../../support/data/registry.ts';
import { readCsv, readXlsx, type Row } from '../../support/data/tables.ts';
import type { Client, Json } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const exported = async (path: string): Promise<Row[]> => readCsv((await first.get(path)).text);

const workbook = async (path: string): Promise<Row[]> => {
  const answer = await fetch(first.address(path), { headers: { authorization: `Bearer ${service.tokens.first}` } });
  expect(answer.status).toBe(200);
  return readXlsx(Buffer.from(await answer.arrayBuffer()));
};

const define = async (name: string, field_type: string, more: Json = {}): Promise<Json> =>
  await make(first, 'custom_fields', { model: 'project', name, field_type, ...more });

describe.each(shapes)('the table of %s for people', (plural, resource) => {
  it('has heads and values in words, each head once', async () => {
    await postNew(first, resource, { [resource.singular]: await fullBody(first, resource) });
    const heads = (await first.get(`/${plural}.csv?labels=1`)).text.slice(1).split('\r\n')[0]?.split(',') ?? [];
    expect(heads.filter((head) => /^[a-z]|_/.test(head.replace(/ \(.*\)$/, '')))).toEqual([]);
    expect(new Set(heads).size).toBe(heads.length);
    const rows = await exported(`/${plural}.csv?labels=1`);
    const cells = rows.flatMap((row) => Object.values(row));
    expect(cells.filter((cell) => /^(?:true|false|\d{4}-\d\d-\d\dT.*Z)$/.test(String(cell)))).toEqual([]);
    const [inCsv, inWorkbook] = [rows[0] ?? {}, (await workbook(`/${plural}.xlsx?labels=1`))[0] ?? {}];
    expect(Object.keys(inWorkbook)).toEqual(Object.keys(inCsv));
  });
});

describe('the table of projects for people', () => {
  it('has the labels of the page in the order of the fields, names, words, and times of the firm', async () => {
    const company = await make(first, 'companies', { name: 'Granite Works' });
    const stages = (await first.get('/project_stages?category=lost')).body.project_stages;
    await define('Roof type', 'select', { options: ['flat', 'pitched'] });
    await define('Bonded', 'boolean');
    await define('Walked by', 'user');
    await define('Amount', 'currency');
    const me = (await first.get('/users/me')).body.user;
    const given = { roof_type: 'flat', bonded: true, walked_by: me.id, amount: 7 };
    const facts = { company_id: company.id, assigned_to_id: me.id, amount: 1250.5, work_scope: 'new_construction' };
    const job = await make(first, 'projects', {
      ...{ name: '=Mill', ...facts, bid_due_at: '2026-03-14T19:00:00Z', address: { city: 'Austin', zip: '78701' } },
      ...{ custom_fields: given, project_stage_id: stages[0].id, close_type: 'did_not_pursue' },
    });
    const day = await make(first, 'projects', { name: 'Barn', bid_due_date: '2026-03-15' });
    const fields = [
      ...['company', 'name', 'project_stage', 'assigned_to', 'bid_due_date', 'bid_due_at', 'bid_due_at_includes_time'],
      ...['amount', 'close_type', 'work_scope', 'address', 'custom_fields', 'created_at', 'is_overdue'],
    ];
    const query = `id=${job.id},${day.id}&sort=-name&fields=${fields.join()}&labels=1`;
    const row = {
      ...{ Client: 'Granite Works', Name: "'=Mill", Stage: stages[0].name, Estimator: me.name },
      ...{ 'Bid due date': '2026-03-14', 'Bid due time': '2026-03-14 14:00', 'Amount (amount)': 1250.5 },
      ...{ 'Close type': 'Did not pursue', 'Work scope': 'New construction', Street: null, 'Street, line 2': null },
      ...{ City: 'Austin', State: null, ZIP: '78701', Country: null, 'Amount (custom_fields.amount)': 7 },
      ...{ Bonded: 'Yes', 'Roof type': 'flat', 'Walked by': me.name, 'Created at': '2026-03-02 09:00', Overdue: 'No' },
    };
    const [barn, mill] = await workbook(`/projects.xlsx?${query}`);
    expect(mill).toMatchObject(row);
    expect(barn).toMatchObject({ Name: 'Barn', 'Bid due date': '2026-03-15', 'Bid due time': null, Overdue: 'No' });
    const texts = Object.fromEntries(Object.entries(row).map(([head, cell]) => [head, cell && String(cell)]));
    const table = await exported(`/projects.csv?${query}`);
    expect(table[1]).toMatchObject(texts);
    expect(Object.keys(table[1] ?? {}).slice(0, 5)).toEqual(['Client', 'Name', 'Stage', 'Estimator', 'Bid due date']);
  });

  it.each([
    [0.29, '29%'],
    [0.125, '12.5%'],
    [1, '100%'],
  ])('has a probability of %s in percents, which an import reads as the same', async (probability, text) => {
    const { id } = await make(first, 'projects', { name: `Likely ${text}`, probability });
    const path = (form: string): string => `/projects.${form}?id=${id}&labels=1&fields=name,probability`;
    expect((await exported(path('csv')))[0]).toMatchObject({ Probability: text });
    // A workbook has the number, and shows it as percents.
    expect((await workbook(path('xlsx')))[0]).toMatchObject({ Probability: probability });
    const { mapping } = await upload(first, 'projects', (await first.get(path('csv'))).text);
    const read = mapping.columns.find(({ to }: Json) => to === 'probability');
    const number = expect.not.objectContaining({ times: expect.anything() as unknown }) as unknown;
    expect(read.transform).toContainEqual({ number });
  });

  it('has the heads of fields that the firm named, without formulas', async () => {
    await define('=cmd()', 'text');
    const { text } = await first.get('/projects.csv?labels=1&fields=name,custom_fields');
    expect(text.slice(1).split('\r\n')[0]?.split(',')).toContain("'=cmd()");
  });

  it('has the name of a company category, and the value of a lead in whole units', async () => {
    const { body } = await first.get('/company_categories');
    const { key } = body.company_categories[0];
    await first.patch(`/company_categories/${body.company_categories[0].id}`, {
      company_category: { name: 'Trade partner' },
    });
    const company = await make(first, 'companies', { category: key });
    const [shown] = await exported(`/companies.csv?id=${company.id}&fields=category&labels=1`);
    expect(shown).toEqual({ Category: 'Trade partner' });
    const lead = await make(first, 'leads', { value_in_cents: 1_250_050, priority: true });
    const [row] = await exported(`/leads.csv?id=${lead.id}&fields=value_in_cents,priority&labels=1`);
    expect(row).toEqual({ Value: '12500.5', Priority: 'Yes' });
  });
});

describe('labels', () => {
  it.each([
    ['/projects.ndjson?labels=1', 'not_allowed'],
    ['/projects.csv?labels=yes', 'not_allowed'],
    ['/projects?labels=1', 'unknown_parameter'],
  ])('are refused in %s', async (path, code) => {
    const { status, body } = await first.get(path);
    expect([status, body.code, body.errors]).toMatchObject([400, 'invalid_query', [{ parameter: 'labels', code }]]);
  });

  it.each([
    ['projects', ['name', 'company', 'project_stage', 'assigned_to', 'amount', 'bid_due_date', 'project_number']],
    ['companies', ['name', 'category', 'phone', ...address]],
    ['contacts', ['first_name', 'last_name', 'email', 'job_title', 'company', 'mobile_phone', 'office_phone']],
    ['leads', ['name', 'company', 'contact', 'assigned_to', 'value_in_cents', 'priority', 'lead_source']],
    ['tasks', ['title', 'notes', 'deadline', 'assigned_to', 'project', 'contact']],
    ['calls', ['recorded_at', 'call_outcome', 'company', 'contact', 'project', 'notes']],
  ])('of %s are the fields that an import proposes', async (plural, names) => {
    const { id } = await make(first, plural, await plainRecord(plural));
    const { text } = await first.get(`/${plural}.csv?id=${id}&labels=1`);
    const { mapping } = await upload(first, plural, text);
    const targets = mapping.columns.map(({ to }: Json) => to);
    expect(targets).toEqual(expect.arrayContaining(names));
  });

  it('of a lead give its value back in cents', async () => {
    const { id } = await make(first, 'leads', { value_in_cents: 1_250_050 });
    const { text } = await first.get(`/leads.csv?id=${id}&labels=1&fields=name,value_in_cents`);
    const { mapping } = await upload(first, 'leads', text);
    const value = mapping.columns.find(({ to }: Json) => to === 'value_in_cents');
    expect(value.transform).toContainEqual({ number: { times: 100 } });
  });
});

const address = ['street_address', 'street_address2', 'city', 'state', 'zip', 'country'].map(
  (part) => `address.${part}`,
);

/** The values of a record as people know them, by plural. */
async function plainRecord(plural: string): Promise<Json> {
  const [{ id: company_id }, contact] = [
    await make(first, 'companies', { name: 'Harbor Trust' }),
    await make(first, 'contacts', { first_name: 'Dana', last_name: 'Reyes' }),
  ];
  const { id: project_id } = await make(first, 'projects', { name: 'North Mill' });
  const { id: assigned_to_id } = (await first.get('/users/me')).body.user;
  const firstOf = async (list: string): Promise<string> => (await first.get(`/${list}`)).body[list][0].id;
  const place = { street_address: '1 Main St', street_address2: 'Suite 2', city: 'Austin', state: 'TX', zip: '78701' };
  const records: Readonly<Record<string, Json>> = {
    projects: {
      company_id,
      assigned_to_id,
      amount: 5000,
      bid_due_at: '2026-04-01T19:00:00Z',
      project_number: '26-001',
    },
    companies: { category: 'client', phone: '214 555 0100', address: { ...place, country: 'USA' } },
    contacts: {
      ...{ first_name: 'Eli', last_name: 'Ray', email: 'eli@harbor.example', job_title: 'Director', company_id },
      ...{ mobile_phone: '214 555 0101', office_phone: '214 555 0102' },
    },
    leads: {
      ...{ company_id, contact_id: contact.id, assigned_to_id, value_in_cents: 120_000, priority: true },
      lead_source_id: await firstOf('lead_sources'),
    },
    tasks: { title: 'Call', notes: 'Soon', deadline: '2026-04-01', assigned_to_id, project_id, contact_id: contact.id },
    calls: {
      ...{ company_id, contact_id: contact.id, project_id, notes: 'Spoke', recorded_at: '2026-02-01T15:30:00Z' },
      call_outcome_id: await firstOf('call_outcomes'),
    },
  };
  return records[plural];
}
