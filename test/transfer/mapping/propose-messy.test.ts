import { describe, expect, test } from 'vitest';
import { proposeMapping } from '../../../src/transfer/mapping/propose-mapping.ts';
import type { MappableCustomField } from '../../../src/resources/transfer/targets.ts';
import { blank, proposed } from './proposal-support.ts';
import { column, customField, entriesWith, rowOf } from './support.ts';

const startOf = (...samples: readonly string[]) =>
  proposed('projects', { 'Start Date': samples }).byTarget['start_date'];

const datesOf = (...samples: readonly string[]): unknown => {
  const [, , step] = (startOf(...samples) ?? []) as readonly { readonly date?: unknown }[];
  return step?.date;
};

describe('a proposal for dates', () => {
  test('has all patterns that the samples need, with both numbers of digits for the year', () => {
    expect(datesOf('3/14/26', '14-Mar-2026', 'Mar 14, 2026')).toEqual([
      ...['M/d/yyyy', 'M/d/yy', 'd-MMM-yyyy', 'd-MMM-yy', 'MMM d, yyyy', 'MMM d, yy'],
    ]);
    expect(datesOf('3-14-2026')).toEqual(['M-d-yyyy', 'M-d-yy']);
    expect(datesOf('20260314')).toBe('yyyyMMdd');
    expect(startOf('2026-03-14', '3/14/2026')).toEqual(['Start Date', blank, { date: ['M/d/yyyy', 'M/d/yy'] }]);
    expect(startOf('2026-03-14')).toEqual(['Start Date', blank]);
  });

  test('has no patterns of both orders', () => {
    expect(datesOf('1/2/2026', '14/3/2026', '1-2-26')).toEqual(['d/M/yyyy', 'd/M/yy', 'd-M-yyyy', 'd-M-yy']);
    expect(datesOf('1/2/2026', '3/14/2026', '3/15/2026', '14/3/2026')).toEqual(['M/d/yyyy', 'M/d/yy']);
    // One date for each order: no guess is better than a wrong one.
    expect(startOf('3/14/2026', '14/3/2026')).toBeUndefined();
  });

  test('takes the hours of some of them', () => {
    expect(proposed('projects', { 'Bid Due': ['3/14/2026 2:00 PM', '3/15/26', 'TBD'] }).byTarget['bid_due_at']).toEqual(
      ['Bid Due', blank, { date: ['M/d/yyyy', 'M/d/yyyy h:mm a', 'M/d/yy', 'M/d/yy h:mm a'] }],
    );
  });
});

describe('odd samples', () => {
  test.each<readonly [header: string, target: string, samples: readonly string[]]>([
    ['Bid Due', 'bid_due_date', ['3/14/2026', 'call Bob', '3/15/2026']],
    ['Bid Due', 'bid_due_date', ['TBD', '3/14/2026', 'see email']],
    ['Est. Value', 'amount', ['$1.2M', '$4M-5M', '850k']],
    ['Win %', 'probability', ['50%', 'good', '75%']],
    ['Market', 'market_sector', ['Retail', 'see email']],
    ['City', 'address.city', ['Austin', '78701', 'Dallas']],
  ])('among good ones do not stop the column %s', (header, target, samples) => {
    expect(proposed('projects', { [header]: samples }).byTarget[target]).toBeDefined();
  });

  test.each<readonly [header: string, samples: readonly string[]]>([
    ['Bid Due', ['3/14/2026', 'call Bob', 'see email']],
    ['Est. Value', ['see sheet', '$4M-5M', '850k']],
    ['Bid Due', ['TBD', 'N/A', 'pending']],
  ])('that are most of %s leave it unmapped: %j', (header, samples) => {
    expect(proposed('projects', { [header]: samples }).columns).toEqual([]);
  });

  test('are judged by all values that were seen, not by the three that are shown', () => {
    const seen = {
      ...column('Bid Due', ['call Bob', 'see email', 'soon']),
      values: ['call Bob', 'see email', 'soon', '3/14/2026', '3/15/26', '14-Mar-2026'],
    };
    const mapping = proposeMapping({
      ...{ family: 'projects', columns: [seen], customFields: [], entriesOf: entriesWith({}) },
    });
    expect(mapping.columns).toEqual([
      {
        from: ['Bid Due'],
        to: 'bid_due_date',
        transform: [blank, { date: ['M/d/yyyy', 'M/d/yy', 'd-MMM-yyyy', 'd-MMM-yy'] }],
      },
    ]);
  });
});

test('numbers are read with a decimal comma only if more of them are', () => {
  const amount = (...samples: readonly string[]) => proposed('projects', { Amount: samples }).byTarget['amount'];
  const european = { number: { decimal: ',', group: '.' } };
  expect(amount('1.250.000,50', '380000', 'offen')).toEqual(['Amount', blank, european]);
  expect(amount('1,2M', '850.000,00')).toEqual(['Amount', blank, european]);
  expect(amount('$1.2M', '1.250', '850k')).toEqual(['Amount', blank, { number: {} }]);
});

describe('words in place of a value', () => {
  test('do not hide e-mail addresses', () => {
    const values = ['N/A', 'none', 'TBD', 'eli.ray@example.com', '?'];
    expect(proposed('contacts', { Email: values }).byTarget).toEqual({ email: ['Email', blank] });
  });

  test('are blank for dates, numbers and choices, whether the samples have them or not', () => {
    const { byTarget } = proposed(
      'projects',
      { 'Start Date': ['3/14/2026'], Amount: ['5'], Market: ['Retail'], Roof: ['None', 'Flat'] },
      [{ ...customField('roof', 'select', ['None', 'Flat']), name: 'Roof' }],
    );
    expect(byTarget).toMatchObject({
      start_date: ['Start Date', blank, {}],
      amount: ['Amount', blank, { number: {} }],
      market_sector: ['Market', blank],
    });
    // A word that is one of the values stays.
    expect(byTarget['custom_fields.roof']).toEqual([
      'Roof',
      { blank_words: blank.blank_words.filter((word) => word !== 'none') },
    ]);
  });

  test('make no company, and are no number of a job, if a sample is one', () => {
    expect(
      proposed('projects', { Client: ['Acme', 'TBD'], 'Job No.': ['26-031', 'TBD'], Estimator: ['Ann Roe'] }).byTarget,
    ).toEqual({
      company: ['Client', blank],
      project_number: ['Job No.', blank],
      assigned_to: ['Estimator', blank],
    });
  });

  test('are read as words for stages: Pending is one to many', () => {
    expect(proposed('projects', { Status: ['Won', 'Pending'] }).byTarget).toEqual({
      project_stage: [
        'Status',
        { map: { values: expect.objectContaining({ Pending: 'Bid Submitted' }), other: 'keep' } },
      ],
    });
    expect(proposed('projects', { Status: ['Won', 'Lost'] }).byTarget).toEqual({ project_stage: 'Status' });
  });
});

describe('a header of several words', () => {
  test.each<readonly [header: string, target: string, samples: readonly string[]]>([
    ['Owner/GC', 'company', ['Acme', 'see email']],
    ['GC / Owner', 'company', ['Acme']],
    ['Client | Developer', 'company', ['Acme']],
    ['Estimator/PM', 'assigned_to', ['Ann Roe']],
    ['Job/Project No.', 'project_number', ['26-031']],
    ['Bid/Due Date', 'bid_due_date', ['3/14/2026']],
    ['Bid Date/Time', 'bid_due_date', ['3/14/2026']],
    ['Project / Location', 'name', ['Alamo Library', 'Phase 2 Clinic', 'Tower at Main']],
    ['Job Name / Client', 'name', ['Clinic for Acme']],
    ['Project / Location', 'address.street_address', ['100 Main St', '7 Oak Ln', 'Depot']],
  ])('%s fills %s', (header, target, samples) => {
    expect(Object.keys(proposed('projects', { [header]: samples }).byTarget)).toEqual([target]);
  });

  test.each<readonly [header: string, samples: readonly string[]]>([
    ['Architect/Engineer', ['Lake Flato']],
    ['Contact/Phone', ['Jane Doe 512-555-0100']],
  ])('%s has no field of its own', (header, samples) => {
    expect(proposed('projects', { [header]: samples }).columns).toEqual([]);
  });

  test('leaves the field to a column with the better name', () => {
    const { byTarget } = proposed('projects', {
      ...{ 'Owner/GC': ['Acme'], Client: ['Roe'], 'Project / Location': ['Depot'], 'Project Name': ['Mill'] },
    });
    expect(byTarget).toEqual({ company: 'Client', name: 'Project Name' });
  });
});

describe('the decimal sign of a file', () => {
  const custom: MappableCustomField[] = [{ api_name: 'rate', name: 'Rate', field_type: 'number', options: [] }];
  const european = { number: { decimal: ',', group: '.' } };
  const signOf = (target: string, columns: Readonly<Record<string, readonly string[]>>) =>
    proposed('projects', { Project: ['Depot', 'Annex'], ...columns }, custom).byTarget[target];

  test('is that of the other columns, where a column fits both', () => {
    expect(signOf('amount', { Amount: ['850.000', '640.000'], Rate: ['12,5', '7,25'] })).toContainEqual(european);
    expect(signOf('amount', { Amount: ['850.125', '640.500'], Rate: ['12.5', '7.25'] })).toContainEqual({ number: {} });
    expect(signOf('custom_fields.rate', { Amount: ['1.250,50 €'], Rate: ['1.250'] })).toContainEqual(european);
  });

  test('makes no three decimals of an amount or a count, if no column tells', () => {
    expect(signOf('amount', { Amount: ['850.000', '€ -'] })).toContainEqual(european);
    expect(signOf('amount', { Amount: ['850,000', '640,000'] })).toContainEqual({ number: {} });
    expect(signOf('square_feet', { 'Square Feet': ['12.500'] })).toContainEqual(european);
    expect(signOf('custom_fields.rate', { Rate: ['1.250'] })).toContainEqual({ number: {} });
    expect(signOf('custom_fields.rate', { Rate: ['1.250'], 'Bid Date': ['14.03.2026'] })).toContainEqual(european);
  });
});

describe('the number of a job', () => {
  const keyOf = (header: Readonly<Record<string, readonly string[]>>, repeated: readonly string[] = []) => {
    const columns = Object.entries(header).map(([name, samples]) => ({
      ...column(name, samples),
      repeated: new Map(name === 'Job #' ? repeated.map((text) => [text, [2, 3]]) : []),
    }));
    return proposeMapping({ family: 'projects', columns, customFields: [], entriesOf: entriesWith({}) }).upsert_by;
  };

  test('is the key if no two rows have the same one', () => {
    expect(keyOf({ 'Job #': ['26-031', '26-032'], Project: ['Mill', 'Depot'] })).toEqual(['project_number']);
    expect(keyOf({ 'Job #': ['26-031', 'TBD'], Project: ['Mill', 'Depot'] }, ['tbd'])).toEqual(['project_number']);
  });

  test('is no key if rows share one, beside the id of another program, and for rows without a name', () => {
    expect(keyOf({ 'Job #': ['26-031', '26-032'], Project: ['Mill', 'Depot'] }, ['26-031'])).toEqual([]);
    expect(keyOf({ 'Job #': ['26-031'], Project: ['Mill'], 'Deal ID': ['7'] })).toEqual(['external_id']);
    expect(keyOf({ 'Job #': ['26-031'], Amount: ['5'] })).toEqual([]);
    expect(keyOf({ 'Job #': [], Project: ['Mill'] })).toEqual([]);
  });
});

describe('a column of cities with their states', () => {
  const city = { address: { part: 'city', other: 'keep' } };
  const state = { address: { part: 'state' } };

  test.each(['City', 'City, State', 'City/State', 'Project Location'])('fills both: %s', (header) => {
    const { byTarget, problems } = proposed('projects', {
      Job: ['A'],
      [header]: ['Laredo, TX', 'Houston', 'Austin, Texas'],
    });
    expect(byTarget).toMatchObject({ 'address.city': [header, city], 'address.state': [header, state] });
    expect(byTarget).not.toHaveProperty('address.zip');
    expect(problems).toEqual([]);
  });

  test('also fills the ZIP code, unless the file has columns for it and for the state', () => {
    const cities = ['Laredo, TX 78040', 'Austin, TX'];
    expect(proposed('projects', { City: cities }).byTarget).toHaveProperty('address.zip');
    const zips = proposed('projects', { City: cities, Zip: ['78040'] }).byTarget;
    expect(zips).toMatchObject({ 'address.zip': 'Zip', 'address.state': ['City', state] });
    expect(proposed('projects', { City: cities, State: ['TX'] }).byTarget).toMatchObject({
      'address.city': 'City',
      'address.state': 'State',
    });
  });

  test('is one of cities alone if few have a state', () => {
    const { byTarget } = proposed('projects', { City: ['Laredo, TX', 'Houston', 'Paris, France'] });
    expect(byTarget).toEqual({ 'address.city': 'City' });
  });

  test.each(['Location', 'Address', 'Project Location'])('is one of addresses if some have a street: %s', (header) => {
    const cells = ['San Antonio, TX', 'Kerrville TX', 'Boerne, TX', '100 Main St, Boerne, TX 78006', 'Downtown'];
    const { byTarget, columns } = proposed('projects', { Job: ['A'], [header]: cells });
    expect(byTarget).toMatchObject({ 'address.street_address': [header, { address: { part: 'street_address' } }] });
    const read = (cell: string) => rowOf({ columns }, { [header]: cell }).fields['address'];
    expect(cells.map(read)).toEqual([
      { city: 'San Antonio', state: 'TX' },
      { city: 'Kerrville', state: 'TX' },
      { city: 'Boerne', state: 'TX' },
      { street_address: '100 Main St', city: 'Boerne', state: 'TX', zip: '78006' },
      { street_address: 'Downtown' },
    ]);
  });

  test('loses nothing of a cell that is no city with its state', () => {
    const read = (cell: string) =>
      rowOf(
        {
          columns: ['city', 'state'].map((part) => ({
            from: ['A'],
            to: `address.${part}`,
            transform: [part === 'city' ? city : state],
          })) as never,
        },
        { A: cell },
      ).fields['address'];
    expect(read('Laredo, TX')).toEqual({ city: 'Laredo', state: 'TX' });
    expect(read('City of Laredo, Texas')).toEqual({ city: 'Laredo', state: 'TX' });
    expect(read('Houston')).toEqual({ city: 'Houston' });
    expect(read('Paris, France')).toEqual({ city: 'Paris, France' });
    expect(read('100 Main St, Laredo, TX')).toEqual({ city: '100 Main St, Laredo, TX', state: 'TX' });
  });
});
