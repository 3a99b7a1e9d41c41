import { describe, expect, it, test } from 'vitest';
import { splitName } from '../../../src/transfer/mapping/reading-text/full-name.ts';
import { proposed } from './proposal-support.ts';
import { filled } from './support.ts';

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
