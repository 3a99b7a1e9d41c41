import { expect, test } from 'vitest';
import { blank, proposed } from './proposal-support.ts';
import { customField } from './support.ts';

test('a messy bid log of a general contractor', () => {
  const mapping = proposed('projects', {
    'Job #': ['23-001', '23-002'],
    'PROJECT NAME': ['Clinic', 'School'],
    'GC / Client': ['Acme Builders', 'Roe & Co'],
    'Bid Date': ['1/31/2023', '2/3/2023'],
    'Est. Value ($)': ['$1,200,000', 'TBD'],
    'Sq Ft': ['12,000', '8,500 SF'],
    'Win %': ['25%', '50%'],
    Estimator: ['Ann Roe', 'Bob Poe'],
    Status: ['Estimating', 'Won'],
    'Column 10': ['x'],
    Remarks: ['call back'],
  });
  expect(mapping.byTarget).toEqual({
    project_number: 'Job #',
    name: 'PROJECT NAME',
    company: 'GC / Client',
    bid_due_date: ['Bid Date', blank, { date: ['M/d/yyyy', 'M/d/yy'] }],
    amount: ['Est. Value ($)', blank, { number: {} }],
    square_feet: ['Sq Ft', blank, { number: {} }],
    probability: ['Win %', blank, { number: {} }],
    assigned_to: ['Estimator', blank],
    project_stage: 'Status',
    description: 'Remarks',
  });
  expect(mapping.references).toEqual({
    company: { by: 'name', missing: 'create' },
    assigned_to: { by: 'name', missing: 'reject' },
    project_stage: { by: 'name', missing: 'reject' },
  });
  expect(mapping.problems).toEqual([]);
});

test('the permits of a city', () => {
  const { byTarget, upsert_by, problems } = proposed('projects', {
    'PERMIT #': ['COM-1'],
    'PROJECT NAME': ['Clinic'],
    'WORK TYPE': ['New', 'Existing'],
    ADDRESS: ['618 W ELMIRA ST, City of San Antonio, TX 78212', '7 OAK LN, City of San Antonio ETJ, TX 78260'],
    X_COORD: ['2127783.7'],
    'DATE ISSUED': ['2023-01-01'],
    'DECLARED VALUATION': ['2200000'],
    'AREA (SF)': ['2000'],
    'PRIMARY CONTACT': ['HAULBROOKE, INC.', 'JANE DOE, ACME BUILDERS LLC'],
  });
  expect(byTarget).toEqual({
    external_id: 'PERMIT #',
    name: 'PROJECT NAME',
    'address.street_address': ['ADDRESS', { address: { part: 'street_address' } }],
    'address.city': ['ADDRESS', { address: { part: 'city' } }],
    'address.state': ['ADDRESS', { address: { part: 'state' } }],
    'address.zip': ['ADDRESS', { address: { part: 'zip' } }],
    start_date: ['DATE ISSUED', blank],
    amount: ['DECLARED VALUATION', blank, { number: {} }],
    square_feet: ['AREA (SF)', blank, { number: {} }],
    company: ['PRIMARY CONTACT', { person: { part: 'firm' } }],
  });
  expect([upsert_by, problems]).toEqual([['external_id'], []]);
});

test('opportunities of another program, with times, percents and e-mail addresses', () => {
  const { byTarget, references } = proposed('projects', {
    'Opportunity ID': ['006A1'],
    'Opportunity Name': ['Clinic'],
    'Account Name': ['Acme'],
    'Bid Due': ['2023-01-05 14:00', '2023-01-06 09:30'],
    Amount: ['1.200.000,50', '300.000,00'],
    'Probability (%)': ['25', '90'],
    'Opportunity Owner': ['ann.roe@example.com'],
    'Close Date': ['Jan 5, 2023'],
    'Lead Source': ['Website', 'Phone'],
  });
  expect(byTarget).toEqual({
    external_id: 'Opportunity ID',
    name: 'Opportunity Name',
    company: 'Account Name',
    bid_due_at: ['Bid Due', blank],
    amount: ['Amount', blank, { number: { decimal: ',', group: '.' } }],
    probability: ['Probability (%)', blank, { number: { times: 0.01 } }],
    assigned_to: ['Opportunity Owner', blank],
    award_date: ['Close Date', blank, { date: ['MMM d, yyyy', 'MMM d, yy'] }],
    lead_source: ['Lead Source', blank],
  });
  expect(references['assigned_to']).toEqual({ by: 'email', missing: 'reject' });
});

test('an export of the product maps to itself', () => {
  const { byTarget, references, problems } = proposed(
    'projects',
    {
      id: ['7'],
      created_at: ['2023-01-05T14:00:00Z'],
      updated_at: ['2023-01-05T14:00:00Z'],
      name: ['Clinic'],
      stage_age: ['3'],
      amount: ['12.5'],
      external_id: ['x'],
      bid_due_date: ['2023-01-05'],
      bid_due_at: ['2023-01-05T20:00:00Z'],
      company: ['Acme'],
      company_id: ['9'],
      'address.city': ['Austin'],
      'custom_fields.gmp': ['true'],
    },
    [customField('gmp', 'boolean')],
  );
  expect(byTarget).toEqual({
    id: 'id',
    name: 'name',
    amount: 'amount',
    external_id: 'external_id',
    bid_due_date: 'bid_due_date',
    bid_due_at: 'bid_due_at',
    company: 'company_id',
    'address.city': 'address.city',
    'custom_fields.gmp': 'custom_fields.gmp',
  });
  expect([references, problems]).toEqual([{ company: { by: 'id', missing: 'reject' } }, []]);
});

test('custom fields are found by their names', () => {
  const customFields = [{ ...customField('fee', 'currency'), name: 'GC Fee' }];
  expect(proposed('projects', { 'gc fee': ['$1,000'] }, customFields).byTarget).toEqual({
    'custom_fields.fee': ['gc fee', blank, { number: {} }],
  });
});

const unfit: readonly (readonly [header: string, samples: readonly string[]])[] = [
  ['Bid Date', ['soon', 'later']],
  ['Amount', ['see sheet']],
  ['Status', ['A', 'B']],
  ['Work type', ['Night shift']],
  ['Location', ['Downtown']],
  ['City', ['78701']],
  ['Market', ['Asia']],
  ['Owner', ['Ann Roe', 'Bob Poe']],
  ['Something else', ['x']],
];

test.each(unfit)('the column %s with %j is left alone', (header, samples) => {
  expect(proposed('projects', { [header]: samples }).columns).toEqual([]);
});

test('dates that fit both orders are read as in the US, others by what fits', () => {
  const date = (...samples: readonly string[]) =>
    proposed('projects', { 'Start Date': samples }).byTarget['start_date'];
  expect(date('1/2/2023', '3/4/2023')).toEqual(['Start Date', blank, { date: ['M/d/yyyy', 'M/d/yy'] }]);
  expect(date('1/2/2023', '31/4/2023')).toBeUndefined();
  expect(date('1/2/2023', '30/4/2023')).toEqual(['Start Date', blank, { date: ['d/M/yyyy', 'd/M/yy'] }]);
  expect(date('05-Jan-23')).toEqual(['Start Date', blank, { date: ['d-MMM-yyyy', 'd-MMM-yy'] }]);
});

test('each target has one column, the one with the better name', () => {
  expect(proposed('projects', { Total: ['1'], 'Bid Amount': ['2'], Price: ['3'] }).byTarget).toEqual({
    amount: ['Bid Amount', blank, { number: {} }],
  });
});

test('a column with the own name of a field wins over very many with another name of it', () => {
  const others = Array.from({ length: 60 }, (_, at) => [`Bid Date (${at})`, ['3/14/2026']] as const);
  const { byTarget } = proposed('projects', { ...Object.fromEntries(others), bid_due_date: ['3/15/2026'] });
  expect(byTarget['bid_due_date']?.[0]).toBe('bid_due_date');
});
