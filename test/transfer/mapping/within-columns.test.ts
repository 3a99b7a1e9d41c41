import { expect, test } from 'vitest';
import type { Mapping } from '../../../src/resources/transfer/mapping.ts';
import { withinColumns } from '../../../src/resources/transfer/within-columns.ts';

const roof = { name: 'Roof', field_type: 'text' };
const mapping: Mapping = {
  upsert_by: ['number'],
  columns: [
    { from: ['Name'], to: 'name' },
    { from: ['No.'], to: 'number' },
    { from: ['Firm'], to: 'company' },
  ],
  constants: {},
  references: { company: { by: 'name', missing: 'create' } },
  custom_fields: { roof },
};

test('a mapping for a file without some columns has no keys, references and new fields that only they fill', () => {
  const columns = [...mapping.columns, { from: ['Roof'], to: 'custom_fields.roof' }];
  expect(withinColumns({ ...mapping, columns }, new Set(['Name']))).toEqual({
    upsert_by: [],
    columns: [{ from: ['Name'], to: 'name' }],
    constants: {},
    references: {},
    custom_fields: {},
  });
});

test.each([
  ['a constant', { constants: { custom_fields: { roof: 'flat' } } }],
  ['a column of all custom fields', { columns: [{ from: ['Name'], to: 'custom_fields' }] }],
])('a mapping for a file without some columns keeps a new field that %s fills', (_, parts) => {
  expect(withinColumns({ ...mapping, ...parts }, new Set(['Name'])).custom_fields).toEqual({ roof });
});
