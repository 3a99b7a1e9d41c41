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
  [[{ blank_words: ['TBD', 'N/A', 'to  be announced'] }], 'tbd', null],
  [[{ blank_words: ['TBD', 'N/A', 'to  be announced'] }], ' To be Announced', null],
  [[{ blank_words: ['TBD'] }], 'TBD 2', 'TBD 2'],
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

const documents: readonly (readonly [html: string, markdown: string])[] = [
  ['<p>Met <b>Dana</b> on <i>site</i>.</p><p>Two<br>lines</p>', 'Met **Dana** on *site*.\n\nTwo\nlines'],
  ['<ul><li>roof<li>walls</ul><h2>Next</h2>', '- roof\n- walls\n\n## Next'],
  ['<b> odd </b>marks', 'odd marks'],
  ['See <a href="https://x.example/a(1)">the plan</a>', 'See [the plan](https://x.example/a%281%29)'],
  ['<a href="https://x.example">https://x.example</a>', 'https://x.example'],
  ['<a href="javascript:alert(1)">no link</a>', 'no link'],
  ['<script>alert(1)</script><style>p {}</style>A &amp; B<img src="x">', 'A & B'],
  ['5*3 &lt; 20, see [@Ann](user:7)', '5\\*3 < 20, see \\[@Ann\\](user:7)'],
  ['<table><tr><td>Steel<td>12</tr><tr><td>Wood</table>', 'Steel 12\nWood'],
  ['no tags\n[at] all', 'no tags\n[at] all'],
];

test.each(documents)('the HTML %j becomes %j', (html, markdown) => {
  expect(filled('description', html, { transform: [{ html: {} }] })).toMatchObject({
    fields: { description: markdown },
    problems: [],
  });
});

test.each([
  ['deep', '<b>'.repeat(40_000)],
  ['broad', '<p>x</p>'.repeat(16_000)],
  ['long', 'x & '.repeat(35_000)],
])('a %s document is refused, because a part of it would be lost', (_, html) => {
  expect(filled('description', html, { transform: [{ html: {} }] })).toMatchObject({
    fields: {},
    problems: [{ code: 'too_long' }],
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
  ['12 King St W, Toronto, ON M5V 2T6, Canada', '12 King St W, Toronto, ON M5V 2T6, Canada', null, null, null],
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

test('a number of a workbook passes the words that are blank as it is', () => {
  const transform: Transform[] = [{ blank_words: ['-', '7'] }];
  expect(filled('amount', 0.25, { transform })).toMatchObject({ fields: { amount: 0.25 }, problems: [] });
  expect(filled('amount', 7, { transform }).fields).toEqual({ amount: 7 });
});

test('each transform has words that explain it', () => {
  expect(transformNames).toEqual([
    ...['trim', 'case', 'date', 'number', 'join', 'split', 'address', 'person', 'full_name', 'html'],
    ...['blank_words', 'map'],
  ]);
});

test('a very long text is refused as a number or a date, and stays whole as an address', () => {
  const long = '1'.repeat(1_000_000);
  expect(filled('amount', `${long}x`).problems).toHaveLength(1);
  expect(filled('amount', `$${' '.repeat(1_000_000)}x`, { transform: [{ number: {} }] }).problems).toHaveLength(1);
  expect(filled('start_date', long, { transform: [{ date: 'MMM d, yyyy' }] }).problems).toHaveLength(1);
  const address = filled('address.street_address', long, { transform: [{ address: { part: 'street_address' } }] });
  expect(address.fields).toEqual({ address: { street_address: long } });
});
