import { describe, expect, test } from 'vitest';
import type { Mapping, MappedColumn } from '../../../src/resources/transfer/mapping.ts';
import { customField, filled, rowOf } from './support.ts';

const to = (target: string, from = target): MappedColumn => ({ from: [from], to: target });

describe('blank cells', () => {
  const clearing = (target: string): Partial<Mapping> => ({ columns: [{ ...to(target, 'A'), blank: 'clear' }] });

  test.each([null, '', '   ', undefined, []])('%j leaves a field as it is', (cell) => {
    expect(filled('amount', cell)).toMatchObject({ fields: {}, problems: [] });
    expect(filled('company', cell).references).toEqual({});
  });

  test('clear a field, a part of an address, a custom field and a reference if the mapping says so', () => {
    expect(rowOf(clearing('amount'), { A: ' ' }).fields).toEqual({ amount: null });
    expect(rowOf(clearing('address.city'), { A: ' ' }).fields).toEqual({ address: { city: null } });
    const customFields = [customField('x', 'text')];
    expect(rowOf(clearing('custom_fields.x'), { A: ' ' }, { customFields }).fields).toEqual({
      custom_fields: { x: null },
    });
    expect(rowOf(clearing('company'), { A: ' ' }).references).toEqual({ company: null });
  });

  test('never clear a field whose text cannot be converted', () => {
    const { fields, problems } = rowOf(clearing('amount'), { A: 'x' });
    expect([fields, problems.length]).toEqual([{}, 1]);
  });

  test('a row that is too short is blank at its end', () => {
    expect(rowOf({ columns: [to('name', 'B')] }, { A: 'x' })).toMatchObject({ fields: {}, problems: [] });
  });
});

test('a row is not read if its texts are too long for the steps of all columns together', () => {
  const text = 'x '.repeat(12_000);
  const column = { from: ['A'], transform: Array.from({ length: 20 }, () => ({ case: 'upper' as const })) };
  const problemsOf = (...targets: readonly string[]) =>
    rowOf({ columns: targets.map((to) => ({ ...column, to })) }, { A: text }).problems;
  expect(problemsOf('description')).toEqual([]);
  const joined = rowOf({ columns: [{ from: [Array.from({ length: 100 }, () => 'A')], to: 'name' }] }, { A: text });
  for (const problems of [
    problemsOf('description', 'project_number', 'address.city', 'address.state', 'address.zip'),
    joined.problems,
  ]) {
    expect(problems.at(-1)).toMatchObject({
      column: null,
      code: 'too_long',
      message: expect.stringContaining('2,097,152'),
    });
  }
});

describe('identity', () => {
  const key = (upsertBy: readonly string[], cells: Readonly<Record<string, unknown>>, more: Partial<Mapping> = {}) =>
    rowOf({ upsert_by: upsertBy, columns: Object.keys(cells).map((name) => to(name)), ...more }, cells);

  test('names are compared without regard to case, accents and repeated spaces', () => {
    expect(key(['name'], { name: '  Café   NUÑEZ ' }).keys).toEqual(['cafe nunez']);
    expect(key(['name'], { name: 'Café Nuñez' }).key).toBe(key(['name'], { name: 'CAFE  nunez' }).key);
  });

  test('external ids are compared without regard to case, as the service does', () => {
    expect(key(['external_id'], { external_id: ' É-1  a ' }).keys).toEqual(['é-1  a']);
  });

  test('numbers are compared without characters that nobody sees', () => {
    expect(key(['project_number'], { project_number: '26\u200b-1 ' }).keys).toEqual(['26-1']);
  });

  test('several fields identify a record together', () => {
    const one = key(['name', 'start_date', 'company'], { name: 'A', start_date: '2023-01-05', company: 'Acme  Inc' });
    expect(one.keys).toEqual(['a', '2023-01-05', 'acme inc']);
    expect(key(['name', 'amount'], { name: '1', amount: '23' }).key).not.toBe(
      key(['name', 'amount'], { name: '12', amount: '3' }).key,
    );
  });

  test('numbers are compared by their value', () => {
    expect(key(['amount'], { amount: '1200.00' }).keys).toEqual(['1200']);
  });

  test('a row with a blank key has no identity', () => {
    expect(key(['name', 'amount'], { name: 'A', amount: '' })).toMatchObject({ key: null, keys: null });
    expect(key([], { name: 'A' })).toMatchObject({ key: null, keys: null });
  });

  test('a reference that is found by id, and a custom field, can be keys', () => {
    const references = { company: { by: 'id', missing: 'reject' } } as const;
    expect(key(['company'], { company: '12' }, { references }).keys).toEqual(['12']);
    const row = rowOf(
      { upsert_by: ['custom_fields.x'], columns: [to('custom_fields.x', 'A')] },
      { A: 'Ab ' },
      { customFields: [customField('x', 'text')] },
    );
    expect(row.keys).toEqual(['ab']);
  });

  test('an id names the record to change, and identifies the row even beside other keys', () => {
    const row = key(['name'], { id: '77', name: 'A' });
    expect(row).toMatchObject({ id: '77', key: '#77', keys: ['a'], fields: { name: 'A' } });
    expect(key(['name'], { id: '', name: 'A' })).toMatchObject({ id: null, key: '["a"]' });
  });
});

describe('references', () => {
  test('carry the further fields of a record that the import makes', () => {
    const row = rowOf(
      {
        columns: [
          to('company.name', 'Firm'),
          to('company.phone', 'Phone'),
          to('company.address.city', 'City'),
          to('company.website', 'Web'),
        ],
        references: { company: { by: 'name', missing: 'create' } },
      },
      { Firm: ' Acme ', Phone: '512 555', City: 'Austin', Web: '' },
    );
    expect(row.references).toEqual({
      company: { value: 'Acme', parts: { phone: '512 555', address: { city: 'Austin' } } },
    });
    expect(row.fields).toEqual({});
  });

  test('the name of a contact is taken apart, or made of its parts', () => {
    const by = { contact: { by: 'name', missing: 'create' } } as const;
    expect(rowOf({ columns: [to('contact', 'A')], references: by }, { A: 'Jane van Doe' }).references).toEqual({
      contact: { value: 'Jane van Doe', parts: { first_name: 'Jane', last_name: 'van Doe' } },
    });
    const columns = [to('contact.first_name', 'F'), to('contact.last_name', 'L'), to('contact.email', 'E')];
    expect(rowOf({ columns, references: by }, { F: 'Jane', L: 'Doe', E: 'j@example.com' }).references).toEqual({
      contact: { value: 'Jane Doe', parts: { first_name: 'Jane', last_name: 'Doe', email: 'j@example.com' } },
    });
  });

  test('a record as a JSON object is found by the value that the rule names', () => {
    const cell = { id: '9', name: 'Acme', website: null };
    expect(filled('company', cell).references).toMatchObject({ company: { value: 'Acme' } });
    const rule = { company: { by: 'id', missing: 'reject' } } as const;
    expect(rowOf({ columns: [to('company', 'A')], references: rule }, { A: cell }).references).toMatchObject({
      company: { value: '9' },
    });
  });

  test('an id that is none is a fault', () => {
    const rule = { company: { by: 'id', missing: 'reject' } } as const;
    expect(rowOf({ columns: [to('company', 'A')], references: rule }, { A: 'Acme' })).toMatchObject({
      references: {},
      problems: [{ to: 'company', column: 'A', value: 'Acme' }],
    });
  });

  test('several records stand between semicolons or in a JSON array', () => {
    const values = (cell: unknown) => filled('industries', cell, { family: 'companies' }).references;
    const both = {
      industries: [
        { value: 'Retail', parts: {} },
        { value: 'Steel', parts: {} },
      ],
    };
    expect(values(' Retail ; Steel;')).toEqual(both);
    expect(values('["Retail","Steel"]')).toEqual(both);
    expect(
      values([
        { id: '1', name: 'Retail' },
        { id: '2', name: 'Steel' },
      ]),
    ).toEqual(both);
  });
});

describe('constants', () => {
  test('are in each row, and columns add to the objects among them', () => {
    const mapping = {
      constants: { project_stage_id: '5', address: { state: 'TX' }, custom_fields: { y: 1 } },
      columns: [to('address.city', 'City'), to('custom_fields.x', 'X')],
    };
    const row = rowOf(
      mapping,
      { City: 'Austin', X: 'a' },
      { customFields: [customField('x', 'text'), customField('y', 'number')] },
    );
    expect(row.fields).toEqual({
      project_stage_id: '5',
      address: { state: 'TX', city: 'Austin' },
      custom_fields: { y: 1, x: 'a' },
    });
    expect(mapping.constants.address).toEqual({ state: 'TX' });
  });
});

describe('the time at which a bid is due', () => {
  const due = (cells: Readonly<Record<string, unknown>>) =>
    rowOf({ columns: Object.keys(cells).map((name) => to(name)) }, cells).fields;

  test('a day alone stays a day', () => {
    expect(due({ bid_due_at: '2023-01-05' })).toEqual({ bid_due_date: '2023-01-05' });
    expect(due({ bid_due_at: '2023-01-05T00:00:00' })).toEqual({ bid_due_date: '2023-01-05' });
  });

  test('a known time is an instant in the zone of the account', () => {
    expect(due({ bid_due_at: '2023-01-05 14:00' })).toEqual({ bid_due_at: '2023-01-05T20:00:00Z' });
    expect(due({ bid_due_at: '2023-01-05T14:00:00+0100' })).toEqual({ bid_due_at: '2023-01-05T13:00:00Z' });
  });

  test('a day of its own column wins over the day of the time', () => {
    const both = { bid_due_date: '2023-01-06' };
    expect(due({ bid_due_at: '2023-01-05', bid_due_date: '2023-01-06' })).toEqual(both);
    expect(due({ bid_due_date: '2023-01-06', bid_due_at: '2023-01-05' })).toEqual(both);
  });

  test('a time on the day on which the clocks change is in the offset of that hour', () => {
    expect(due({ bid_due_at: '2023-03-12 01:30' })).toEqual({ bid_due_at: '2023-03-12T07:30:00Z' });
    expect(due({ bid_due_at: '2023-03-12 14:00' })).toEqual({ bid_due_at: '2023-03-12T19:00:00Z' });
  });

  test('a time with an offset is on its day in the zone of the account', () => {
    expect(due({ bid_due_date: '2023-01-05T03:00:00Z' })).toEqual({ bid_due_date: '2023-01-04' });
  });
});

test('all faults of a row are told, and the other fields are filled', () => {
  const cells = { name: 'A', amount: 'x', start_date: 'y', square_feet: '7' };
  const row = rowOf({ columns: Object.keys(cells).map((name) => to(name)) }, cells);
  expect(row.problems.map((problem) => problem.to)).toEqual(['amount', 'start_date']);
  expect(row.fields).toEqual({ name: 'A', square_feet: 7 });
});

test('a fault names the column that was read, and shortens a long text', () => {
  const row = rowOf({ columns: [{ from: ['A', 'B'], to: 'amount' }] }, { A: '', B: 'x'.repeat(300) });
  expect(row.problems).toMatchObject([{ column: 'B', value: `${'x'.repeat(199)}…` }]);
});

test('custom fields that the import defines first take values', () => {
  const custom = { custom_fields: { gc_fee: { name: 'GC fee', field_type: 'number' } } };
  expect(rowOf({ ...custom, columns: [to('custom_fields.gc_fee', 'A')] }, { A: '4.5' }).fields).toEqual({
    custom_fields: { gc_fee: 4.5 },
  });
});

test('rows do not share what they are made of', () => {
  const columns = [to('address.city', 'A'), to('company', 'A')];
  const [one, other] = ['Austin', 'Dallas'].map((city) =>
    rowOf({ columns, constants: { address: { state: 'TX' } } }, { A: city }),
  );
  expect([one?.fields['address'], other?.fields['address']]).toEqual([
    { state: 'TX', city: 'Austin' },
    { state: 'TX', city: 'Dallas' },
  ]);
});
