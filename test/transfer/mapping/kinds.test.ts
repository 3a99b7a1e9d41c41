import { describe, expect, test } from 'vitest';
import type { Field, FieldKind } from '../../../src/resources/fields.ts';
import { resourceOf, resources } from '../../../src/resources/index.ts';
import { acceptedFields, requestName } from '../../../src/resources/resource.ts';
import { importedFamilies } from '../../../src/resources/transfer/imports.ts';
import { customFieldTypes } from '../../../src/resources/vocabulary/choices.ts';
import { componentSchemas } from '../../../src/schema/components.ts';
import { newSchemaCompiler } from '../../../src/schema/schema-compiler.ts';
import { schemaName } from '../../../src/schema/record-schemas.ts';
import { targetsOf } from '../../../src/resources/transfer/targets.ts';
import { customField, entriesWith, filled } from './support.ts';

/** A text for each kind of field, and the value that it becomes. */
const values: Readonly<Record<FieldKind, (field: Field) => readonly [cell: unknown, value: unknown]>> = {
  text: () => [' some text ', 'some text'],
  long_text: () => ['two\nlines', 'two\nlines'],
  email: () => ['jane@example.com', 'jane@example.com'],
  url: () => ['www.example.com/in/jane', 'https://www.example.com/in/jane'],
  texts: () => ['one; two', ['one', 'two']],
  parts: () => ['estimator', ['estimator']],
  count: () => ['12', 12],
  cents: () => ['1999', 1999],
  amount: () => ['1999.95', 1999.95],
  fraction: () => ['0.25', 0.25],
  boolean: () => ['Yes', true],
  date: () => ['2023-01-05', '2023-01-05'],
  date_time: () => ['2023-01-05 14:00', '2023-01-05T20:00:00Z'],
  choice: (field) => [
    'values' in field ? (field.values[0] ?? '').replaceAll('_', ' ').toUpperCase() : '',
    'values' in field ? field.values[0] : '',
  ],
  entry_key: () => ['General Contractor', 'general_contractor'],
  reference: () => ['Acme', { value: 'Acme', parts: {} }],
  references: () => [
    'Retail; Steel',
    [
      { value: 'Retail', parts: {} },
      { value: 'Steel', parts: {} },
    ],
  ],
  address: () => [
    { city: 'Austin', zip: '' },
    { city: 'Austin', zip: null },
  ],
  document: () => [{ any: 1 }, { any: 1 }],
  custom_fields: () => [{ any: 1 }, { any: 1 }],
};

const ajv = newSchemaCompiler();
ajv.addSchema({ $id: 'document', components: { schemas: componentSchemas(resources) } });

describe.each(importedFamilies)('%s', (family) => {
  test.each(acceptedFields(resourceOf(family), 'create').map(([name, field]) => ({ name, field })))(
    '$name takes a value of its kind from text',
    ({ name, field }) => {
      const [cell, value] = values[field.kind](field);
      const row = filled(name, cell, { family });
      expect(row.problems).toEqual([]);
      if (field.kind === 'reference' || field.kind === 'references') {
        expect(row.references).toMatchObject({ [name]: value });
        return;
      }
      expect(row.fields).toEqual({ [requestName(name, field)]: value });
      const schema = `document#/components/schemas/${schemaName(resourceOf(family).singular)}Update`;
      expect(ajv.validate({ $ref: schema }, row.fields), JSON.stringify(ajv.errors)).toBe(true);
    },
  );

  test('every part of an address has a target', () => {
    const parts = [...targetsOf(family, []).keys()].filter((name) => name.startsWith('address.'));
    expect(parts).toHaveLength('address' in resourceOf(family).fields ? 6 : 0);
  });
});

const refused: readonly (readonly [to: string, cell: unknown, expected: string])[] = [
  ['amount', '1,200', 'a number of digits and one decimal point'],
  ['amount', true, 'a number'],
  ['square_feet', '12 sheets', 'a number of digits and one decimal point'],
  ['start_date', '2023-02-30', 'a date such as 2026-03-14'],
  ['start_date', '1/5/2023', 'a date such as 2026-03-14'],
  ['submitted_at', 'noon', 'a date such as 2026-03-14, or a date with a time such as 2026-03-14 14:00'],
  ['work_scope', 'Painting', 'one of new_construction, renovation, tenant_improvement, addition, expansion'],
  ['name', { a: 1 }, 'a text'],
  ['address', 'Austin', 'an object with the parts of an address'],
  ['id', 'x1', 'an id: a whole number without a sign'],
];

test.each(refused)('%s refuses %j and says what is expected', (to, cell, expected) => {
  const { fields, id, problems } = filled(to, cell);
  expect([fields, id]).toEqual([{}, null]);
  expect(problems).toHaveLength(1);
  expect(problems[0]?.message).toContain(`is not ${expected}`);
});

test.each([
  ['yes', true],
  ['X', true],
  ['1', true],
  ['TRUE', true],
  [true, true],
  [1, true],
  ['no', false],
  ['0', false],
  ['False', false],
  [false, false],
] as const)('%j is the boolean %j', (cell, value) => {
  expect(filled('priority', cell, { family: 'leads' }).fields).toEqual({ priority: value });
});

test('a word that is neither yes nor no is refused', () => {
  expect(filled('priority', 'maybe', { family: 'leads' }).problems[0]?.message).toBe(
    'Column A: "maybe" is not yes or no.',
  );
});

test.each(['New construction', 'new_construction', 'NEW-CONSTRUCTION', ' new  construction '])(
  'the choice new_construction is written as %j',
  (text) => {
    expect(filled('work_scope', text).fields).toEqual({ work_scope: 'new_construction' });
  },
);

test('a category is found by the name or the key that the account gives it', () => {
  const entriesOf = () => [{ id: '1', name: 'Bauherr', key: 'client' }];
  const category = (text: string) => filled('category', text, { family: 'companies', entriesOf });
  expect([category('bauherr'), category('Client')].map(({ fields }) => fields['category'])).toEqual([
    'client',
    'client',
  ]);
  const { fields, problems } = category('Public Agency');
  expect([fields, problems]).toMatchObject([{}, [{ code: 'not_allowed', value: 'Public Agency', rejects: false }]]);
  expect(fields).not.toHaveProperty('category');
});

test('numbers and booleans of a spreadsheet become text in a field of text', () => {
  expect(filled('project_number', 2301).fields).toEqual({ project_number: '2301' });
  expect(filled('description', false).fields).toEqual({ description: 'false' });
});

/** A text for each type of custom field, and the value that it becomes. */
const customValues: Readonly<Record<(typeof customFieldTypes)[number], readonly [cell: string, value: unknown]>> = {
  text: ['a', 'a'],
  long_text: ['a\nb', 'a\nb'],
  number: ['-1.125', -1.125],
  currency: ['19.50', 19.5],
  date: ['2023-01-05T00:00:00', '2023-01-05'],
  boolean: ['no', false],
  select: ['on hold', 'On Hold'],
  multi_select: ['late;on hold', ['Late', 'On Hold']],
  url: ['example.com', 'https://example.com'],
  user: ['ann roe', '1'],
};

test.each(customFieldTypes)('a custom field of the type %s takes a value from text', (type) => {
  const [cell, value] = customValues[type];
  const row = filled('custom_fields.x', cell, {
    customFields: [customField('x', type, ['On Hold', 'Late'])],
    entriesOf: entriesWith({ users: ['Ann Roe'] }),
  });
  expect(row).toMatchObject({ fields: { custom_fields: { x: value } }, problems: [] });
});

test('a multiple choice takes options between semicolons or in a JSON array, and refuses others', () => {
  const customFields = [customField('x', 'multi_select', ['On Hold', 'A; B'])];
  const taken = (cell: string) => filled('custom_fields.x', cell, { customFields });
  expect(taken('on hold').fields['custom_fields']).toEqual({ x: ['On Hold'] });
  expect(taken('["A; B","On Hold"]').fields['custom_fields']).toEqual({ x: ['A; B', 'On Hold'] });
  expect(taken('On Hold; C').problems).toMatchObject([{ to: 'custom_fields.x', code: 'not_allowed' }]);
});
