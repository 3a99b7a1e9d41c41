import { describe, expect, it, test } from 'vitest';
import { splitName } from '../../../src/transfer/mapping/reading-text/full-name.ts';
import { proposed } from './proposal-support.ts';
import { filled, rowOf } from './support.ts';

test.each([
  ['Dana Fox', 'Dana', 'Fox'],
  ['Fox, Dana', 'Dana', 'Fox'],
  ['FOX,DANA', 'DANA', 'FOX'],
  ['Ray, Eli J.', 'Eli J.', 'Ray'],
  ['Eli J. Ray', 'Eli J.', 'Ray'],
  ['Dana van Fox', 'Dana', 'van Fox'],
  ['van Fox, Dana', 'Dana', 'van Fox'],
  ['Dr. Dana Fox', 'Dr. Dana', 'Fox'],
  ['Dana Fox, Jr.', 'Dana', 'Fox, Jr.'],
  ['Fox, Dana, Jr.', 'Dana', 'Fox, Jr.'],
  ['Fox, Jr., Dana', 'Dana', 'Fox, Jr.'],
  ['Fox Jr., Dana', 'Dana', 'Fox Jr.'],
  ['Dana Fox, PE, AIA', 'Dana', 'Fox, PE, AIA'],
  ['Dana Fox, Acme Builders LLC', 'Dana', 'Fox, Acme Builders LLC'],
  ['Cher', 'Cher', null],
  ['Fox, Dana (Estimating)', 'Dana', 'Fox'],
  ['Dana Fox (Estimating)', 'Dana', 'Fox'],
  ['Fox (Estimating), Dana [PM]', 'Dana', 'Fox'],
  ['Dana (Danny) Fox', 'Dana', 'Fox'],
  ['(unknown)', '(unknown)', null],
  [' Fox ,  Dana ', 'Dana', 'Fox'],
  ['Fox,', 'Fox', null],
  [',', null, null],
  ['Gus Orr, LEED AP', 'Gus', 'Orr, LEED AP'],
  ['Ann Lee, P.E., S.E.', 'Ann', 'Lee, P.E., S.E.'],
  ['Hal Kay, CPE', 'Hal', 'Kay, CPE'],
  ['Ivy Moe, Estimator', 'Ivy', 'Moe'],
  ['Moe, Ivy, Senior Project Manager', 'Ivy', 'Moe'],
  ['Orr, Gus - Project Manager', 'Gus', 'Orr'],
  ['Orr-Lee, Gus', 'Gus', 'Orr-Lee'],
  ['Estimator', 'Estimator', null],
  ['Eli & Ivy Ray', 'Eli & Ivy', 'Ray'],
  ['Eli and Ivy van Ray', 'Eli and Ivy', 'van Ray'],
  ['Ray, Eli & Ivy', 'Eli & Ivy', 'Ray'],
  ['Eli J. & Ivy M. Ray', 'Eli J. & Ivy M.', 'Ray'],
  ['Eli & Ivy', 'Eli & Ivy', null],
  ['Mr. and Mrs. Ray', 'Mr. and Mrs.', 'Ray'],
  ['Mr. & Mrs. Eli Ray', 'Mr. & Mrs. Eli', 'Ray'],
  ['Eli Ray, Gus Orr', 'Eli', 'Ray, Gus Orr'],
  ['Eli Ray & Gus Orr', 'Eli', 'Ray & Gus Orr'],
])('the name %s', (text, first_name, last_name) => {
  expect(splitName(text)).toEqual({ first_name, last_name });
});

test.each([
  'eli.ray@example.com',
  'mailto:eli.ray@example.com',
  'MAILTO:eli.ray@example.com?subject=Bid',
  'Eli Ray <eli.ray@example.com>',
  '"Ray, Eli" <eli.ray@example.com>',
  'Eli Ray (eli.ray@example.com)',
  'eli.ray@example.com, er@example.org',
  'eli.ray@example.com ::: er@example.org',
  'eli.ray@example.com / er@example.org',
  'eli.ray@example.com\ner@example.org',
  'E: eli.ray@example.com.',
])('an e-mail address is read from %s', (cell) => {
  expect(filled('email', cell, { family: 'contacts' })).toMatchObject({
    fields: { email: 'eli.ray@example.com' },
  });
});

test('a cell without an e-mail address is told', () => {
  const { fields, problems } = filled('email', 'call her', { family: 'contacts' });
  expect([fields, problems.length]).toEqual([{}, 1]);
});

describe('a proposal for people', () => {
  it('reads each name by itself', () => {
    const { byTarget } = proposed('contacts', { 'Contact Name': ['Fox, Dana', 'Cher', 'Gus Orr'], 'E-mail': [] });
    expect(byTarget).toEqual({
      first_name: ['Contact Name', { full_name: { part: 'first_name' } }],
      last_name: ['Contact Name', { full_name: { part: 'last_name' } }],
      email: 'E-mail',
    });
  });

  it('takes a firm with its city as it is written', () => {
    const firms = ['Hensel Example, Austin', 'North Ridge Builders, Inc.', 'Blue Heron, Dallas TX'];
    expect(proposed('projects', { Project: ['A'], 'General Contractor': firms }).byTarget['company']).toBe(
      'General Contractor',
    );
    const people = ['JANE DOE, ACME BUILDERS LLC', 'Bo Poe, Poe Homes', 'Acme Builders, Inc.'];
    expect(proposed('projects', { Project: ['A'], Client: people }).byTarget['company']).toEqual([
      'Client',
      { person: { part: 'firm' } },
    ]);
    const read = (text: string) => filled('company', text, { transform: [{ person: { part: 'firm' } }] }).references;
    expect(read('Blue Heron, Dallas TX')).toMatchObject({ company: { value: 'Blue Heron, Dallas TX' } });
    expect(read('Blue Heron, Dallas, Texas')).toMatchObject({ company: { value: 'Blue Heron, Dallas, Texas' } });
  });
});

test.each([
  ['Dana Fox (Estimating)', '(Estimating)'],
  ['Ray, Eli (left 2025)', '(left 2025)'],
  ['Ivy Moe, Estimator', 'Estimator'],
  ['Orr, Gus - Project Manager', 'Project Manager'],
  ['Dana Fox, PE', null],
  ['Fox, Dana', null],
])('the words of %s that are no part of a name are told', (cell, value) => {
  const transform = [{ full_name: { part: 'first_name' } }] as const;
  const { lost } = filled('first_name', cell, { family: 'contacts', transform });
  expect(lost).toMatchObject(value === null ? [] : [{ code: 'partly_imported', column: 'A', value }]);
});

test.each([
  ['Fox, Dana', { value: 'Dana Fox', parts: { first_name: 'Dana', last_name: 'Fox' } }],
  ['Eli Ray <eli@roe.example>', { value: 'Eli Ray', parts: { email: 'eli@roe.example', last_name: 'Ray' } }],
  ['"Ray, Eli" <eli@roe.example>', { value: 'Eli Ray', parts: { email: 'eli@roe.example', first_name: 'Eli' } }],
  ['gus@poe.example', { value: 'gus@poe.example', parts: { email: 'gus@poe.example' } }],
  ['Dana Fox; dana@x.example', { value: 'Dana Fox', parts: { email: 'dana@x.example' } }],
  [
    'Dana Fox, (214) 555-0100, dana@acme.example',
    { value: 'Dana Fox', parts: { office_phone: '(214) 555-0100', email: 'dana@acme.example', last_name: 'Fox' } },
  ],
])('the contact of a job is read from %s', (cell, contact) => {
  for (const family of ['projects', 'leads'] as const) {
    const parts = {
      columns: [{ from: ['A'], to: 'contact' }],
      references: { contact: { by: 'name', missing: 'create' } },
    } as const;
    const { references, lost } = rowOf(parts, { A: cell }, { family });
    expect([references['contact'], lost]).toMatchObject([contact, []]);
  }
});

test('further contacts of a job are told', () => {
  const parts = {
    columns: [{ from: ['A'], to: 'contact' }],
    references: { contact: { by: 'name', missing: 'create' } },
  } as const;
  const { references, lost } = rowOf(parts, { A: 'Ray, Eli; Orr, Gus' });
  expect(references['contact']).toMatchObject({ value: 'Eli Ray' });
  expect(lost).toMatchObject([{ code: 'partly_imported', value: 'Orr, Gus' }]);
});

test('a no-break space in a line of text is a plain one', () => {
  for (const cell of ['Quiet\u00a0Builders', 'Quiet\u202fBuilders']) {
    expect(filled('name', cell).fields).toEqual({ name: 'Quiet Builders' });
    expect(filled('company', cell).references).toMatchObject({ company: { value: 'Quiet Builders' } });
  }
});

test('a name that may be that of two people is told', () => {
  const transform = [{ full_name: { part: 'first_name' } }] as const;
  const contact = {
    columns: [{ from: ['A'], to: 'contact' }],
    references: { contact: { by: 'name', missing: 'create' } },
  } as const;
  const joined = ['Eli & Ivy Ray', 'Kay, Hal & Ned Quo', 'Eli Ray and Gus Orr', 'Eli Ray or Gus Orr'];
  for (const cell of [...joined, 'Eli Ray / Gus Orr', 'Eli Ray\nGus Orr', 'Eli Ray, Gus Orr', 'Eli Ray/Gus Orr']) {
    const { lost } = filled('first_name', cell, { family: 'contacts', transform });
    expect(lost).toMatchObject([{ code: 'two_people', value: cell }]);
    expect(rowOf(contact, { A: cell }).lost).toMatchObject([{ code: 'two_people', value: cell }]);
  }
  expect(filled('first_name', 'Eli Ray; Gus Orr', { family: 'contacts', transform }).lost).toMatchObject([
    { code: 'two_people' },
  ]);
  for (const cell of ['van Fox, Dana', 'Gus Orr, LEED AP', 'Eli Ray <eli@x.example> / gus@x.example', 'c/o Gus Orr']) {
    expect(rowOf(contact, { A: cell }).lost).toEqual([]);
  }
});

test('a reference that takes the first part of a cell tells the others', () => {
  const transform = [{ split: { by: ';', part: 'first' } }] as const;
  expect(filled('company', 'Acme; Blue Heron;Poe Homes', { transform })).toMatchObject({
    references: { company: { value: 'Acme' } },
    lost: [{ code: 'partly_imported', column: 'A', value: 'Blue Heron; Poe Homes' }],
  });
  expect(filled('company', 'Acme;', { transform }).lost).toEqual([]);
  const others = {
    columns: [
      { from: ['A'], to: 'company', transform },
      { from: ['A'], to: 'description', transform: [{ split: { by: ';', part: 'rest' } }] },
    ],
  } as const;
  expect(rowOf(others, { A: 'Acme; Blue Heron' }).lost).toEqual([]);
});
