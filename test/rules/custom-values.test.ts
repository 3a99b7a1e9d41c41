import { describe, expect, it } from 'vitest';
import type { Row, Value } from '../../src/resources/resource.ts';
import { pipeline } from './pipeline.ts';
import { contextOf, create, definition, faults, row, update } from './support.ts';

const field = (id: string, apiName: string, fieldType: string, more = {}): Row =>
  definition(id, { api_name: apiName, field_type: fieldType, ...more });

const custom_fields = [
  field('1', 'note', 'text'),
  field('2', 'story', 'long_text'),
  field('3', 'score', 'number'),
  field('4', 'bond', 'currency'),
  field('5', 'visit', 'date'),
  field('6', 'union_job', 'boolean'),
  field('7', 'tier', 'select', { options: ['A', 'B'] }),
  field('8', 'trades', 'multi_select', { options: ['Concrete', 'Steel'] }),
  field('9', 'plans', 'url'),
  field('10', 'sponsor', 'user'),
  field('11', 'old', 'text', { deleted_at: '2026-01-01T00:00:00Z' }),
  field('12', 'constructor', 'text', { model: 'company' }),
];
const users = [row('7'), row('8', { deleted_at: '2026-01-01T00:00:00Z' })];
const families = { ...pipeline.families, custom_fields, users };
const context = contextOf({ families });
const required = contextOf({
  families: { ...families, custom_fields: custom_fields.map((one) => ({ ...one, required: true })) },
});

const empty = row('1', { project_stage_id: '10', custom_fields: {} });
const filled = row('1', {
  project_stage_id: '10',
  custom_fields: { 1: 'A', 3: 5, 7: 'C', 8: ['Steel'], 10: '8', 11: 'kept' },
});

const patch = (before: Row, values: Value, on = context) => update('projects', before, { custom_fields: values }, on);

describe('the value of a custom field', () => {
  it.each<[string, string, unknown, unknown]>([
    ['text', 'note', 'x'.repeat(255), 'x'.repeat(255)],
    ['text of wide letters', 'note', '🏗'.repeat(255), '🏗'.repeat(255)],
    ['long text', 'story', 'a\nb', 'a\nb'],
    ['a number', 'score', -1.25e300, -1.25e300],
    ['negative zero as zero', 'score', -0, 0],
    ['money', 'bond', 9_999_999_999_999.99, 9_999_999_999_999.99],
    ['a credit', 'bond', -12.5, -12.5],
    ['a date', 'visit', '2024-02-29', '2024-02-29'],
    ['false', 'union_job', false, false],
    ['an option', 'tier', 'B', 'B'],
    ['options in their order', 'trades', ['Steel', 'Concrete'], ['Steel', 'Concrete']],
    ['an address', 'plans', 'https://example.test/a?b#c', 'https://example.test/a?b#c'],
    ['a user', 'sponsor', '7', '7'],
  ])('can be %s', (_, apiName, value, kept) => {
    const changed = patch(empty, { [apiName]: value });
    expect(changed.problems).toEqual([]);
    expect(Object.values(changed.row['custom_fields'] as object)).toEqual([kept]);
  });

  it.each<[string, unknown, string]>([
    ['note', 1, 'wrong_type'],
    ['note', 'x'.repeat(256), 'too_long'],
    ['note', 'a\0b', 'invalid_text'],
    ['note', 'a\ud800', 'invalid_text'],
    ['story', 'x'.repeat(65_536), 'too_long'],
    ['story', ['a'], 'wrong_type'],
    ['score', '1', 'wrong_type'],
    ['score', Number.POSITIVE_INFINITY, 'out_of_range'],
    ['bond', true, 'wrong_type'],
    ['bond', 1e13, 'out_of_range'],
    ['bond', -1e13, 'out_of_range'],
    ['bond', 1.005, 'too_many_decimals'],
    ['bond', 1e-7, 'too_many_decimals'],
    ['bond', Number.NEGATIVE_INFINITY, 'out_of_range'],
    ['visit', '2023-02-29', 'invalid_format'],
    ['visit', 20230101, 'wrong_type'],
    ['union_job', 'true', 'wrong_type'],
    ['union_job', 0, 'wrong_type'],
    ['tier', 'C', 'not_allowed'],
    ['tier', ['A'], 'wrong_type'],
    ['trades', 'Steel', 'wrong_type'],
    ['trades', ['Steel', 1], 'wrong_type'],
    ['trades', ['Steel', 'Steel'], 'duplicate'],
    ['trades', ['Steel', 'Glass'], 'not_allowed'],
    ['plans', 'example.test', 'invalid_format'],
    ['plans', 'ftp://example.test', 'invalid_format'],
    ['plans', 'https://', 'invalid_format'],
    ['plans', `https://example.test/${'x'.repeat(2048)}`, 'too_long'],
    ['sponsor', 7, 'wrong_type'],
    ['sponsor', '8', 'invalid_reference'],
    ['sponsor', '99', 'invalid_reference'],
    ['note', { a: 1 }, 'wrong_type'],
  ])('of %s cannot be %j: %s', (apiName, value, code) => {
    expect(faults(patch(empty, { [apiName]: value }))).toEqual([`/custom_fields/${apiName} ${code}`]);
  });

  it('gets the allowed options in its error if the field is a select', () => {
    expect(patch(empty, { tier: 'C' }).problems[0]?.['allowed']).toEqual(['A', 'B']);
  });
});

describe('the values of custom fields', () => {
  it('are merged in an update, and empty ones are removed', () => {
    expect(patch(filled, { note: 'B', score: null, trades: [], visit: '2026-01-01' }).row['custom_fields']).toEqual({
      1: 'B',
      5: '2026-01-01',
      7: 'C',
      10: '8',
      11: 'kept',
    });
    expect(patch(filled, { note: '' }).row['custom_fields']).not.toHaveProperty('1');
  });

  it('are all cleared by null, except those of a deleted field', () => {
    expect(patch(filled, null).row['custom_fields']).toEqual({ 11: 'kept' });
  });

  it('are not checked again if an update repeats them', () => {
    const repeated = patch(filled, { tier: 'C', sponsor: '8', trades: ['Steel'] });
    expect(repeated.problems).toEqual([]);
    expect(repeated.row['custom_fields']).toEqual(filled['custom_fields']);
  });

  it('with an unknown name are refused, with a suggestion', () => {
    const refused = patch(filled, { nota: 'x', old: 'y', 'a/b~c': 1, __proto__x: 2 });
    expect(faults(refused)).toEqual([
      '/custom_fields/nota unknown_field',
      '/custom_fields/old unknown_field',
      '/custom_fields/a~1b~0c unknown_field',
      '/custom_fields/__proto__x unknown_field',
    ]);
    expect(refused.problems[0]).toMatchObject({ suggestion: 'note' });
    expect(faults(patch(empty, JSON.parse('{"__proto__": {"note": "x"}}')))).toEqual([
      '/custom_fields/__proto__ unknown_field',
    ]);
  });

  it('of another model are refused as unknown', () => {
    expect(faults(create('companies', { custom_fields: { note: 'x' } }, context))).toEqual([
      '/custom_fields/note unknown_field',
    ]);
    expect(create('companies', { custom_fields: { constructor: 'x' } }, context).row['custom_fields']).toEqual({
      12: 'x',
    });
  });

  it('get every error at once', () => {
    expect(faults(patch(empty, { note: 1, score: '2', nota: 3, tier: 'A' }))).toHaveLength(3);
  });

  it('are an empty object on a new record', () => {
    for (const plural of ['projects', 'companies', 'contacts']) {
      expect(create(plural, { email: 'a@b.test' }, context).row['custom_fields']).toEqual({});
    }
  });

  it('do not change in updates of other fields', () => {
    expect(update('projects', filled, { name: 'New' }, context).row['custom_fields']).toBe(filled['custom_fields']);
  });
});

describe('a required custom field', () => {
  const given = { note: 'A', story: 'B', score: 0, bond: 0, visit: '2026-01-01', union_job: false };
  const rest = { tier: 'A', trades: ['Steel'], plans: 'https://example.test', sponsor: '7' };

  it('needs a value on creation', () => {
    expect(faults(create('projects', { custom_fields: { ...given, ...rest } }, required))).toEqual([]);
    expect(faults(create('projects', {}, required))).toHaveLength(10);
    expect(faults(create('companies', { custom_fields: {} }, required))).toEqual([
      '/custom_fields/constructor required',
    ]);
    expect(
      faults(create('projects', { custom_fields: { ...given, ...rest, note: '', trades: [] } }, required)),
    ).toEqual(['/custom_fields/note required', '/custom_fields/trades required']);
    expect(faults(create('projects', { custom_fields: { ...given, ...rest, note: '  ' } }, required))).toEqual([
      '/custom_fields/note required',
    ]);
  });

  it('cannot be cleared', () => {
    expect(faults(patch(filled, { note: null }, required))).toEqual(['/custom_fields/note required']);
    expect(faults(patch(filled, { note: ' ' }, required))).toEqual(['/custom_fields/note required']);
    expect(faults(patch(filled, null, required))).toHaveLength(5);
  });

  it('does not block updates of records that are older than the field', () => {
    expect(faults(update('projects', empty, { name: 'New' }, required))).toEqual([]);
    expect(faults(patch(empty, { score: 4, note: null }, required))).toEqual([]);
  });
});
