import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csv, upload } from '../../support/data/importing.ts';
import { make } from '../../support/data/make.ts';
import type { Client, Json, Reply } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
let id: string;
let mapping: Json;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
  await make(first, 'users', { first_name: 'Vera', last_name: 'Quist', email: 'vera.quist@example.com' });
  const file = csv(
    ['Name', 'Bid due date', 'Amount', 'Company', 'Who', 'Mail', 'When'],
    ['Alamo Library', '4/14/26', '$6,250,000', 'City of Alamo', 'Vera Quist', 'vera.quist@example.com', '14.04.2026'],
    ['Pearl Garage', '4/21/26', '$1,900,000', 'Pearl Holdings', 'Nobody Known', 'no@example.com', '21.04.2026'],
  );
  ({ id, mapping } = await upload(first, 'projects', file));
});
afterAll(() => service.stop());

const proposal = (column: string, to: string, { client = first, of = id } = {}): Promise<Reply> =>
  client.get(`/imports/${of}/proposal?${new URLSearchParams({ column, to }).toString()}`);

const proposed = async (column: string, to: string, of = id): Promise<Json> =>
  (await proposal(column, to, { of })).body.proposal;

describe('the proposal for a column of an import', () => {
  it('is that of the whole mapping where this one fills the same field', async () => {
    const { columns, references } = mapping as { columns: { from: string[]; to: string }[]; references: Json };
    expect(columns.map(({ to }) => to)).toEqual(expect.arrayContaining(['name', 'bid_due_date', 'amount', 'company']));
    for (const column of columns) {
      const rule = references[column.to] ?? null;
      expect(await proposed(column.from[0] ?? '', column.to)).toEqual({ column, reference: rule });
    }
  });

  it('reads dates by the forms of its samples', async () => {
    expect((await proposed('When', 'start_date')).column.transform).toContainEqual({ date: ['d.M.yyyy', 'd.M.yy'] });
  });

  it('takes money for whole units, unless the column has the name of a field in cents', async () => {
    const leads = await upload(
      first,
      'leads',
      csv(['Name', 'Budget', 'value_in_cents'], ['Annex', '$1,200', '120000']),
    );
    const inCents = { number: { times: 100 } };
    const transformOf = async (column: string): Promise<Json[]> =>
      (await proposed(column, 'value_in_cents', leads.id)).column.transform ?? [];
    expect(await transformOf('Budget')).toContainEqual(inCents);
    expect(await transformOf('value_in_cents')).not.toContainEqual(inCents);
  });

  it('finds users by the kind of its samples, and rejects rows whose user is missing', async () => {
    const rules = await Promise.all(
      ['Who', 'Mail'].map(async (name) => (await proposed(name, 'assigned_to')).reference as unknown),
    );
    expect(rules).toEqual([
      { by: 'name', missing: 'reject' },
      { by: 'email', missing: 'reject' },
    ]);
    expect((await proposed('Mail', 'contact.email')).reference).toEqual({ by: 'email', missing: 'create' });
  });

  it.each([
    ['Whose', 'assigned_to', ['column']],
    ['Who', 'amonut', ['to']],
    ['Whose', 'amonut', ['column', 'to']],
  ])('refuses the column %s for the field %s', async (column, to, wrong) => {
    const refused = await proposal(column, to);
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_query']);
    expect(refused.body.errors.map(({ parameter, code }: Json) => `${parameter} ${code}`)).toEqual(
      wrong.map((parameter) => `${parameter} not_allowed`),
    );
  });

  it('is that of an import of the account', async () => {
    expect((await proposal('Who', 'assigned_to', { client: service.second })).status).toBe(404);
  });
});
