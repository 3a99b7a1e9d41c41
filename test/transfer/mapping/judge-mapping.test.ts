import { expect, test } from 'vitest';
import { importedFamilies } from '../../../src/resources/transfer/imports.ts';
import { judgeMapping } from '../../../src/transfer/mapping/judge-mapping.ts';
import { mistakes } from './support.ts';

const columns = ['PROJECT NAME', 'VALUATION', 'DATE', 'FIRM', 'OWNER'];

const name = { from: ['PROJECT NAME'], to: 'name' };

/** The pointers below the mapping and the codes of the mistakes. */
const found = (mapping: unknown, given: Parameters<typeof mistakes>[1] = { columns }) =>
  mistakes(mapping, given).map(({ pointer, code }) => `${pointer?.replace('/import/mapping', '')} ${code}`);

test('a mapping of a name alone has no mistakes, and gets every default', () => {
  const scope = { family: 'projects', columns: [{ name: 'A' }, { name: 'B' }], customFields: [], pointer: '' } as const;
  const given = {
    columns: [
      { from: ['A'], to: 'name' },
      { from: ['B'], to: 'company' },
    ],
  };
  expect(judgeMapping(given, scope)).toEqual({
    mapping: {
      upsert_by: [],
      columns: given.columns,
      constants: {},
      references: { company: { by: 'name', missing: 'reject' } },
      custom_fields: {},
    },
    problems: [],
  });
});

test('every mistake of a mapping is told at once, by its pointer', () => {
  const mapping = {
    upsert_by: ['project_number', 'work_scope', 'nonsense'],
    columns: [
      { from: ['PROJECT NAMES'], to: 'name' },
      { from: ['VALUATION'], to: 'amout' },
      {
        from: ['VALUATION'],
        to: 'amount',
        transform: [{ number: { decimal: ',', group: ',' } }, { numbr: {} }, 'trimm'],
      },
      { from: ['DATE'], to: 'amount', transform: [{ date: 'MM/yyyy' }, { split: { by: '', part: 0 } }] },
      { from: ['FIRM', ['OWNERS']], to: 'company_id', extra: 1 },
      { from: ['OWNER'], to: 'assigned_to', blank: 'no' },
      { from: ['OWNER'], to: 'assigned_to' },
      { from: ['FIRM'], to: 'custom_fields.missing' },
    ],
    constants: { work_scope: 'painting', colour: 'red', amount: 5 },
    references: { assigned_to: { by: 'phone', missing: 'create' }, amount: { by: 'name' }, compny: {} },
    custom_fields: { 'Bad Name': { name: 'x', field_type: 'select' } },
    unknown: {},
  };
  expect(found(mapping)).toEqual([
    '/unknown unknown_field',
    '/columns/4/extra unknown_field',
    '/columns/5/blank not_allowed',
    '/references/assigned_to/by not_allowed',
    '/columns/0/from/0 unknown_field',
    '/columns/1/to unknown_field',
    '/columns/2/transform/0/number duplicate',
    '/columns/2/transform/1/numbr unknown_field',
    '/columns/2/transform/2 unknown_field',
    '/columns/3/to duplicate',
    '/columns/3/transform/0/date invalid_format',
    '/columns/3/transform/1/split/by too_short',
    '/columns/3/transform/1/split/part not_allowed',
    '/columns/7/to unknown_field',
    '/constants/work_scope not_allowed',
    '/constants/colour unknown_field',
    '/constants/amount duplicate',
    '/references/amount not_allowed',
    '/references/compny unknown_field',
    '/custom_fields/Bad Name invalid_format',
    '/custom_fields/Bad Name/options required',
    '/upsert_by/0 required',
    '/upsert_by/1 not_allowed',
    '/upsert_by/2 unknown_field',
  ]);
});

const suggestions: readonly (readonly [part: object, message: string])[] = [
  [
    { columns: [name, { from: ['valuation'], to: 'amount' }] },
    'no column is called "valuation"; did you mean VALUATION?',
  ],
  [
    { columns: [name, { from: ['VALUATIN'], to: 'amount' }] },
    'no column is called "VALUATIN"; did you mean VALUATION?',
  ],
  [
    { columns: [name, { from: ['FIRM'], to: 'company_id' }] },
    'no field of projects is called "company_id"; did you mean company?',
  ],
  [
    { columns: [name, { from: ['FIRM'], to: 'client' }] },
    'no field of projects is called "client"; did you mean company?',
  ],
  [{ columns: [{ ...name, transform: [{ splitt: {} }] }] }, 'no transform is called "splitt"; did you mean split?'],
];

test.each(suggestions)('an unknown name in %j is told with the nearest known one', (part, message) => {
  expect(mistakes(part, { columns })[0]?.message).toBe(message);
});

const single: readonly (readonly [what: string, mapping: object, mistake: string])[] = [
  ['a mapping that is no object', [], ' wrong_type'],
  ['a required field that nothing fills', { columns: [{ from: ['DATE'], to: 'start_date' }] }, '/columns required'],
  [
    'a reference and its name mapped twice',
    { columns: [name, { from: ['FIRM'], to: 'company' }, { from: ['OWNER'], to: 'company.name' }] },
    '/columns/2/to duplicate',
  ],
  [
    'an address as a whole and in part',
    { columns: [name, { from: ['FIRM'], to: 'address' }, { from: ['OWNER'], to: 'address.city' }] },
    '/columns/2/to duplicate',
  ],
  [
    'a second join',
    { columns: [{ ...name, transform: [{ join: { with: ' ' } }, { join: { with: ' ' } }] }] },
    '/columns/0/transform/1 duplicate',
  ],
  [
    'a transform with two keys',
    { columns: [{ ...name, transform: [{ number: {}, date: 'yyyy-MM-dd' }] }] },
    '/columns/0/transform/0 wrong_type',
  ],
  [
    'a transform that needs a value',
    { columns: [{ ...name, transform: ['number'] }] },
    '/columns/0/transform/0 wrong_type',
  ],
  [
    'a date pattern without a year',
    { columns: [{ ...name, transform: [{ date: 'MM/dd' }] }] },
    '/columns/0/transform/0/date invalid_format',
  ],
  [
    'a date pattern without a day',
    { columns: [{ ...name, transform: [{ date: 'MM/yyyy' }] }] },
    '/columns/0/transform/0/date invalid_format',
  ],
  [
    'a date pattern with an unknown letter',
    { columns: [{ ...name, transform: [{ date: 'dd/MM/YYYY' }] }] },
    '/columns/0/transform/0/date invalid_format',
  ],
  [
    'a user who is to be created',
    { columns: [name, { from: ['OWNER'], to: 'assigned_to' }], references: { assigned_to: { missing: 'create' } } },
    '/references/assigned_to/missing not_allowed',
  ],
  [
    'a stage that is to be created',
    { columns: [name, { from: ['OWNER'], to: 'project_stage' }], references: { project_stage: { missing: 'create' } } },
    '/references/project_stage/missing not_allowed',
  ],
  [
    'a record that is to be created by id',
    { columns: [name, { from: ['FIRM'], to: 'company' }], references: { company: { by: 'id', missing: 'create' } } },
    '/references/company/missing not_allowed',
  ],
  [
    'a company without its name',
    {
      columns: [name, { from: ['FIRM'], to: 'company.external_id' }],
      references: { company: { by: 'external_id', missing: 'create' } },
    },
    '/references/company/missing not_allowed',
  ],
  [
    'a contact without a name',
    {
      columns: [name, { from: ['FIRM'], to: 'contact.external_id' }],
      references: { contact: { by: 'external_id', missing: 'create' } },
    },
    '/references/contact/missing not_allowed',
  ],
  [
    'a reference that no column names',
    { columns: [name, { from: ['FIRM'], to: 'company.phone' }] },
    '/references/company/by required',
  ],
  [
    'a value that the records of a reference lack',
    { columns: [name, { from: ['FIRM'], to: 'company' }], references: { company: { by: 'email' } } },
    '/references/company/by not_allowed',
  ],
  ['a key that is not mapped', { columns: [name], upsert_by: ['external_id'] }, '/upsert_by/0 required'],
  [
    'a key that is a constant',
    { columns: [name], constants: { project_number: '7' }, upsert_by: ['project_number'] },
    '/upsert_by/0 not_allowed',
  ],
  [
    'a key that can be long',
    { columns: [name, { from: ['FIRM'], to: 'description' }], upsert_by: ['description'] },
    '/upsert_by/0 not_allowed',
  ],
  ['a key twice', { columns: [name], upsert_by: ['name', 'name'] }, '/upsert_by duplicate'],
  ['a constant of the wrong type', { columns: [name], constants: { amount: '5' } }, '/constants/amount wrong_type'],
  [
    'a constant address with an unknown part',
    { columns: [name], constants: { address: { town: 'x' } } },
    '/constants/address/town unknown_field',
  ],
  [
    'a constant part of an address that a column fills',
    { columns: [name, { from: ['FIRM'], to: 'address.city' }], constants: { address: { city: 'x' } } },
    '/constants/address duplicate',
  ],
  [
    'an unknown constant custom field',
    { columns: [name], constants: { custom_fields: { x: 1 } } },
    '/constants/custom_fields/x unknown_field',
  ],
  [
    'options of a text',
    { columns: [name], custom_fields: { x: { name: 'X', field_type: 'text', options: ['a'] } } },
    '/custom_fields/x/options not_allowed',
  ],
  ['no columns to read', { columns: [{ from: [], to: 'name' }] }, '/columns/0/from required'],
  [
    'a field that only the service sets',
    { columns: [name, { from: ['DATE'], to: 'project_status' }] },
    '/columns/1/to unknown_field',
  ],
];

test.each(single)('%s is a mistake', (_, mapping, mistake) => {
  expect(found(mapping)).toEqual([mistake]);
});

test('the mistake of a value with alternatives names them', () => {
  const given = { columns: [{ ...name, transform: [{ split: { by: ';', part: 0 } }] }] };
  expect(mistakes(given, { columns })[0]?.message).toBe('must be a number from 1, first, rest or last');
});

test.each(importedFamilies)('nonsense in place of a mapping of %s is refused and never throws', (family) => {
  const nonsense = [
    null,
    1,
    'x',
    [],
    { columns: 1 },
    { columns: [1, null, []] },
    { constants: [] },
    { references: { company: 1 } },
    { columns: [{ from: [1], to: {} }] },
  ];
  for (const value of nonsense) expect(mistakes(value, { family }).length).toBeGreaterThan(0);
});
