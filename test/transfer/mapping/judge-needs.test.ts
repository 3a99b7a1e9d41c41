import { describe, expect, test } from 'vitest';
import { mappingLimits } from '../../../src/resources/transfer/mapping.ts';
import { customField, mistakes } from './support.ts';

const columns = ['PROJECT NAME', 'VALUATION', 'DATE', 'FIRM', 'OWNER'];

const name = { from: ['PROJECT NAME'], to: 'name' };

/** The pointers below the mapping and the codes of the mistakes. */
const found = (mapping: unknown, given: Parameters<typeof mistakes>[1] = { columns }) =>
  mistakes(mapping, given).map(({ pointer, code }) => `${pointer?.replace('/import/mapping', '')} ${code}`);

describe('limits', () => {
  test('a mapping has at most so many columns, transforms and values', () => {
    const many = (count: number) => Array.from({ length: count + 1 });
    expect(found({ columns: many(mappingLimits.columns).map(() => name) })).toContain('/columns too_many');
    expect(found({ columns: [{ ...name, transform: many(mappingLimits.transforms).map(() => 'trim') }] })).toEqual([
      '/columns/0/transform too_many',
    ]);
    const values = Object.fromEntries(many(mappingLimits.values).map((_, index) => [`k${index}`, 1]));
    expect(found({ columns: [{ ...name, transform: [{ map: { values } }] }] })).toEqual([
      '/columns/0/transform/0/map/values too_many',
    ]);
  });
});

describe('required fields', () => {
  test('may be missing where rows change records', () => {
    const amount = { from: ['VALUATION'], to: 'amount' };
    expect(found({ columns: [amount, { from: ['FIRM'], to: 'external_id' }], upsert_by: ['external_id'] })).toEqual([]);
    expect(found({ columns: [amount, { from: ['FIRM'], to: 'id' }] })).toEqual([]);
  });

  test('may be constant', () => {
    expect(found({ constants: { name: 'Clinic' } })).toEqual([]);
  });

  test('a contact needs one of its names or an e-mail address, a call a subject', () => {
    const given = (target: string, family: 'contacts' | 'calls') =>
      found({ columns: [{ from: ['FIRM'], to: target }] }, { columns, family });
    expect(given('job_title', 'contacts')).toEqual(['/columns required']);
    expect(given('email', 'contacts')).toEqual([]);
    expect(given('recorded_at', 'calls')).toEqual(['/columns required']);
    expect(given('company', 'calls')).toEqual([]);
  });

  test('a required custom field must be filled', () => {
    const customFields = [{ ...customField('gmp', 'boolean'), required: true }];
    expect(found({ columns: [name] }, { columns, customFields })).toEqual(['/columns required']);
    expect(found({ columns: [name, { from: ['FIRM'], to: 'custom_fields.gmp' }] }, { columns, customFields })).toEqual(
      [],
    );
  });
});

test('custom fields that the import defines are targets, and must agree with those of the account', () => {
  const mapping = {
    columns: [name, { from: ['FIRM'], to: 'custom_fields.fee' }],
    custom_fields: { fee: { name: 'Fee', field_type: 'number' } },
  };
  expect(found(mapping)).toEqual([]);
  expect(found(mapping, { columns, customFields: [customField('fee', 'number')] })).toEqual([]);
  expect(found(mapping, { columns, customFields: [customField('fee', 'text')] })).toEqual([
    '/custom_fields/fee/field_type already_exists',
  ]);
  expect(found({ ...mapping, columns: [] }, { family: 'leads' })).toContain('/custom_fields not_allowed');
});
