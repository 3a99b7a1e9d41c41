import { describe, expect, test } from 'vitest';
import type { Transform } from '../../../src/resources/transfer/mapping.ts';
import { transformNames } from '../../../src/resources/transfer/transforms.ts';
import { filled, rowOf } from './support.ts';

/** Each transform, a cell and what it becomes. `null` means that the cell counts as blank. */
const texts: readonly (readonly [steps: readonly Transform[], cell: unknown, result: string | null])[] = [
  [['trim'], '  Clinic  ', 'Clinic'],
  [[], ' Clinic\t', 'Clinic'],
  [[{ case: 'upper' }], 'Clinic', 'CLINIC'],
  [[{ case: 'lower' }], 'CLINIC', 'clinic'],
  [[{ case: 'title' }], "O'BRIEN AND SONS LLC, JOE'S", "O'Brien And Sons LLC, Joe's"],
  [[{ split: { by: ' - ', part: 'first' } }], '2301 - Clinic - East', '2301'],
  [[{ split: { by: ' - ', part: 'rest' } }], '2301 - Clinic - East', 'Clinic - East'],
  [[{ split: { by: ' - ', part: 'last' } }], '2301 - Clinic - East', 'East'],
  [[{ split: { by: ' - ', part: 2 } }], '2301 - Clinic - East', 'Clinic'],
  [[{ split: { by: ' - ', part: 'rest' } }], 'Clinic', null],
  [[{ split: { by: ' - ', part: 4 } }], '2301 - Clinic', null],
  [[{ map: { values: { 'Café  Nuñez': 'Cafe' } } }], 'cafe nunez', 'Cafe'],
  [[{ map: { values: { TBD: null } } }], 'tbd', null],
  [[{ map: { values: {}, other: 'empty' } }], 'Clinic', null],
  [[{ map: { values: {} } }], 'Clinic', 'Clinic'],
  [[{ map: { values: { A: 'B' } } }, { case: 'lower' }], 'a', 'b'],
  [[{ date: 'MM/dd/yyyy' }], '01/31/2023', '2023-01-31'],
  [[{ number: {} }], '$1,234.50', '1234.5'],
];

test.each(texts)('%j makes of %j the text %j', (transform, cell, result) => {
  expect(filled('name', cell, { transform })).toMatchObject({
    fields: result === null ? {} : { name: result },
    problems: [],
  });
});

const addresses: readonly (readonly [
  text: string,
  street: string | null,
  city: string | null,
  state: string | null,
  zip: string | null,
])[] = [
  ['618 W ELMIRA ST, City of San Antonio, TX 78212', '618 W ELMIRA ST', 'San Antonio', 'TX', '78212'],
  ['25315 Fairway, City of San Antonio ETJ, TX 78260', '25315 Fairway', 'San Antonio', 'TX', '78260'],
  ['100 Main St, Suite 200, Austin, Texas 78701-1234, USA', '100 Main St, Suite 200', 'Austin', 'TX', '78701-1234'],
  ['100 Main St\nAustin, TX 78701', '100 Main St', 'Austin', 'TX', '78701'],
  ['100 Main St Austin TX 78701', '100 Main St', 'Austin', 'TX', '78701'],
  ['100 Market St St Louis MO 63101', '100 Market St', 'St Louis', 'MO', '63101'],
  ['8423 Via Verona, City of San Antonio 78227', '8423 Via Verona', 'San Antonio', null, '78227'],
  ['San Antonio, TX', null, 'San Antonio', 'TX', null],
  ['187 Oak Park Dr, TX 78101', '187 Oak Park Dr', null, 'TX', '78101'],
  ['1205 Arcadia Path', '1205 Arcadia Path', null, null, null],
  ['Lot 7 behind the mill', 'Lot 7 behind the mill', null, null, null],
  ['1 Elm St, Charleston, West Virginia 25301', '1 Elm St', 'Charleston', 'WV', '25301'],
];

test.each(addresses)('the address %j is split', (text, ...places) => {
  const [street, city, state, zip] = places;
  const parts = { street_address: street, city, state, zip };
  const columns = Object.keys(parts).map((part) => ({
    from: ['A'],
    to: `address.${part}`,
    transform: [{ address: { part: part as keyof typeof parts } }],
  }));
  const found = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== null));
  expect(rowOf({ columns }, { A: text }).fields['address']).toEqual(found);
});

const people: readonly (readonly [text: string, person: string | null, firm: string])[] = [
  ['JANE DOE, ACME BUILDERS LLC', 'JANE DOE', 'ACME BUILDERS LLC'],
  ['JANE DOE, ACME BUILDERS, INC.', 'JANE DOE', 'ACME BUILDERS, INC.'],
  ['HAULBROOKE, INC.', null, 'HAULBROOKE, INC.'],
  ['Pape & Roe Engineers, L. P.', null, 'Pape & Roe Engineers, L. P.'],
  ['PRAISE ELECTRIC COMPANY', null, 'PRAISE ELECTRIC COMPANY'],
  ['JOHN ROE, III, LP3 ELECTRIC, LLC', 'JOHN ROE, III', 'LP3 ELECTRIC, LLC'],
  ['Ann Roe, 1st Plumbing, Heating & Air', 'Ann Roe', '1st Plumbing, Heating & Air'],
  ['Ann Roe, AireSmith, Inc, AIRESMITH, INC.', 'Ann Roe', 'AIRESMITH, INC.'],
  ['WAYNE HEAT, ELECT & A/C, LTD.', null, 'WAYNE HEAT, ELECT & A/C, LTD.'],
  ['Smith, Jones & Associates', null, 'Smith, Jones & Associates'],
  ['Roe Roofing, ROE ROOFING', null, 'ROE ROOFING'],
  ['Acme Builders,', null, 'Acme Builders'],
];

test.each(people)('%j names a person and a firm', (text, person, firm) => {
  const taken = (part: 'firm' | 'name') =>
    filled('name', text, { transform: [{ person: { part } }] }).fields['name'] ?? null;
  expect([taken('name'), taken('firm')]).toEqual([person, firm]);
});

test('the names of the person in a text of person and firm are taken apart', () => {
  const part = (name: 'first_name' | 'last_name') =>
    filled('name', 'Jane van Doe, Acme LLC', { transform: [{ person: { part: name } }] }).fields['name'];
  expect([part('first_name'), part('last_name')]).toEqual(['Jane', 'van Doe']);
});

describe('number', () => {
  const numbers: readonly (readonly [
    form: Extract<Exclude<Transform, string>, { number: unknown }>['number'],
    cell: unknown,
    result: number | null,
  ])[] = [
    [{}, '1,234,567.89', 1_234_567.89],
    [{}, '1234567', 1_234_567],
    [{}, '$ 1,200', 1200],
    [{}, 'USD 1,200.00', 1200],
    [{}, '1,200 EUR', 1200],
    [{}, '(1,200.50)', -1200.5],
    [{}, '($1,200)', -1200],
    [{}, '-$1,200', -1200],
    [{}, '$-1,200', -1200],
    [{}, '1,200-', -1200],
    [{}, '12,000 SF', 12_000],
    [{}, '.5', 0.5],
    [{}, 1200.5, 1200.5],
    [{ decimal: ',' }, '1.234,5', 1234.5],
    [{ decimal: ',', group: ' ' }, '1 234\u00a0567,5', 1_234_567.5],
    [{ times: 100 }, '19.99', 1999],
    [{ times: 100 }, 1.1, 110],
    [{ times: 0.01 }, '7', 0.07],
    [{}, '1,23', null],
    [{}, '12,34,567', null],
    [{}, '1.2.3', null],
    [{}, '--5', null],
    [{}, '(5', null],
    [{}, '(-5)', null],
    [{}, '$', null],
    [{}, '25%', null],
    [{}, '1e5', null],
    [{}, 'about 5', null],
  ];

  test.each(numbers)('%j reads %j as %j', (number, cell, result) => {
    const { fields, problems } = filled('custom_fields.n', cell, {
      transform: [{ number }],
      customFields: [{ api_name: 'n', name: 'N', field_type: 'number', options: [] }],
    });
    expect(fields['custom_fields'] ?? null).toEqual(result === null ? null : { n: result });
    expect(problems.map(({ to, code }) => ({ to, code }))).toEqual(
      result === null ? [{ to: 'custom_fields.n', code: 'invalid_format' }] : [],
    );
  });

  test('reads percents for a fraction only', () => {
    expect(filled('probability', '25%', { transform: [{ number: {} }] }).fields).toEqual({ probability: 0.25 });
    expect(filled('amount', '25%', { transform: [{ number: {} }] }).problems).toHaveLength(1);
  });
});

describe('date', () => {
  const dates: readonly (readonly [pattern: string, text: string, result: string | null])[] = [
    ['MM/dd/yyyy', '1/5/2023', '2023-01-05'],
    ['MM/dd/yyyy', '2023-01-05', '2023-01-05'],
    ['dd.MM.yyyy', '31.12.2023', '2023-12-31'],
    ['M/d/yy', '2/28/23', '2023-02-28'],
    ['M/d/yy', '2/28/70', '1970-02-28'],
    ['M/d/yy', '2/28/69', '2069-02-28'],
    ['yyyyMMdd', '20230105', '2023-01-05'],
    ['MMM d, yyyy', 'Sept 5, 2023', '2023-09-05'],
    ['MMM d, yyyy', 'SEPTEMBER 5, 2023', '2023-09-05'],
    ['EEEE, MMMM d, yyyy', 'Thursday, January 5, 2023', '2023-01-05'],
    ['dd-MMM-yyyy', '05-Jan-2023', '2023-01-05'],
    ["d 'de' M 'de' yyyy", '5 de 1 de 2023', '2023-01-05'],
    ['MM/dd/yyyy', '31/02/2023', null],
    ['MM/dd/yyyy', '02/29/2023', null],
    ['MM/dd/yyyy', '1/5/23', null],
    ['MMM d, yyyy', 'Foo 5, 2023', null],
    ['MM/dd/yyyy', '1/5/2023 and more', null],
  ];

  test.each(dates)('%s reads %j as %j', (date, text, result) => {
    const { fields, problems } = filled('start_date', text, { transform: [{ date }] });
    expect(fields).toEqual(result === null ? {} : { start_date: result });
    expect(problems).toHaveLength(result === null ? 1 : 0);
  });

  const times: readonly (readonly [pattern: string, text: string, instant: string])[] = [
    ['M/d/yyyy h:mm a', '1/5/2023 2:30 PM', '2023-01-05T20:30:00Z'],
    ['M/d/yyyy h:mm a', '1/5/2023 12:05 a.m.', '2023-01-05T06:05:00Z'],
    ['MM/dd/yyyy HH:mm:ss', '07/05/2023 14:00:09', '2023-07-05T19:00:09Z'],
    ["yyyy-MM-dd'T'HH:mm:ssXXX", '2023-01-05T14:00:00+01:00', '2023-01-05T13:00:00Z'],
    ['yyyy-MM-dd HH:mm:ss.SSS', '2023-01-05 14:00:00.250', '2023-01-05T20:00:00.250Z'],
  ];

  test.each(times)('%s reads %j in the zone of the account', (date, text, instant) => {
    expect(filled('bid_due_at', text, { transform: [{ date }] }).fields).toEqual({ bid_due_at: instant });
  });

  test('a fault names the column, the text and the form that was expected', () => {
    const { problems } = rowOf(
      { columns: [{ from: ['DATE ISSUED'], to: 'start_date', transform: [{ date: 'MM/dd/yyyy' }] }] },
      { 'DATE ISSUED': ' 31/02/2023' },
    );
    expect(problems).toEqual([
      {
        to: 'start_date',
        column: 'DATE ISSUED',
        code: 'invalid_format',
        message: 'Column DATE ISSUED: "31/02/2023" is not a date of the form MM/dd/yyyy.',
        value: '31/02/2023',
      },
    ]);
  });
});

describe('join', () => {
  const joined = (from: readonly (string | readonly string[])[], transform: readonly Transform[], cells: object) =>
    rowOf({ columns: [{ from, to: 'name', transform }] }, { A: '', B: '', C: '', ...cells }).fields['name'] ?? null;

  test('joins the cells that are not blank', () => {
    expect(joined(['A', 'B', 'C'], [{ join: { with: ', ' } }], { A: 'x', B: ' ', C: 7 })).toBe('x, 7');
    expect(joined(['A', 'B'], [{ join: { with: ', ' } }], {})).toBeNull();
  });

  test('transforms before it apply to each cell, later ones to the joined text', () => {
    const steps: Transform[] = [{ split: { by: '-', part: 'first' } }, { join: { with: '-' } }, { case: 'upper' }];
    expect(joined(['A', 'B'], steps, { A: 'a-1', B: 'b-2' })).toBe('A-B');
  });

  test('without it the first cell that is not blank counts', () => {
    expect(joined(['A', 'B', 'C'], [], { B: 'x', C: 'y' })).toBe('x');
  });

  test('a list of columns is one alternative among others', () => {
    const from = ['A', ['B', 'C']];
    expect(joined(from, [], { A: 'x', B: 'y', C: 'z' })).toBe('x');
    expect(joined(from, [], { B: 'y', C: 'z' })).toBe('y z');
    expect(joined(from, [{ join: { with: ': ' } }], { B: 'y', C: 'z' })).toBe('y: z');
    expect(joined(from, [{ join: { with: ': ' } }], { C: 'z' })).toBe('z');
  });
});

test('a map can reject other texts', () => {
  const transform: Transform[] = [{ map: { values: { A: 'a' }, other: 'reject' } }];
  expect(filled('name', 'B', { transform }).problems).toMatchObject([{ code: 'not_allowed', value: 'B' }]);
});

test('each transform has words that explain it', () => {
  expect(transformNames).toEqual(['trim', 'case', 'date', 'number', 'join', 'split', 'address', 'person', 'map']);
});

test('a very long text is refused as a number or a date, and stays whole as an address', () => {
  const long = '1'.repeat(1_000_000);
  expect(filled('amount', `${long}x`).problems).toHaveLength(1);
  expect(filled('amount', `$${' '.repeat(1_000_000)}x`, { transform: [{ number: {} }] }).problems).toHaveLength(1);
  expect(filled('start_date', long, { transform: [{ date: 'MMM d, yyyy' }] }).problems).toHaveLength(1);
  const address = filled('address.street_address', long, { transform: [{ address: { part: 'street_address' } }] });
  expect(address.fields).toEqual({ address: { street_address: long } });
});
