import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Values } from '../../src/domain/rule.ts';
import { contextOf, create, definition, faults, pick, remove, update } from './support.ts';

const context = contextOf();
const define = (given: Values) =>
  create('custom_fields', { model: 'project', name: 'Bid Bond', field_type: 'text', ...given }, context);

describe('the api_name of a custom field', () => {
  it.each([
    ['Bid Bond', 'bid_bond'],
    ['Größe (m²)', 'grosse_m2'],
    ['2026 budget', 'field_2026_budget'],
    ['施工', 'field'],
    [`${'a'.repeat(62)} b`, 'a'.repeat(62)],
  ])('for the name %j is %j', (name, apiName) => {
    expect(pick(define({ name }).row, 'api_name', 'key')).toEqual([apiName, apiName]);
  });

  it('is the given one if the request sets it', () => {
    expect(pick(define({ api_name: 'bond_2' }).row, 'api_name', 'key')).toEqual(['bond_2', 'bond_2']);
    expect(define({ api_name: null }).row['api_name']).toBe('bid_bond');
  });

  it.each(['Bond', '2bond', '_bond', 'bid bond', 'bid-bond', 'bond\n', 'é', 'a'.repeat(64)])('is not %j', (apiName) => {
    expect(faults(define({ api_name: apiName }))).toEqual(['/api_name invalid_format']);
  });

  it('can be derived from any name, and stays when the name changes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 255 }), (name) => {
        const made = define({ name });
        expect(faults(made)).toEqual([]);
        expect(made.row['api_name']).toMatch(/^[a-z][a-z0-9_]{0,62}$/);
        expect(update('custom_fields', made.row, { name: 'Other' }, context).row['api_name']).toBe(
          made.row['api_name'],
        );
      }),
    );
  });
});

describe('the options of a custom field', () => {
  it.each<[Values, string[]]>([
    [{ field_type: 'select', options: ['A', 'B'] }, []],
    [{ field_type: 'multi_select', options: ['A', 'a'] }, []],
    [{ field_type: 'select' }, ['/options required']],
    [{ field_type: 'multi_select', options: [] }, ['/options required']],
    [{ field_type: 'select', options: ['A', 'B', 'A', 'A'] }, ['/options/2 duplicate', '/options/3 duplicate']],
    [{ field_type: 'text', options: ['A'] }, ['/options not_allowed']],
    [{ field_type: 'text', options: [] }, []],
    [{ field_type: 'select', api_name: 'No!' }, ['/api_name invalid_format', '/options required']],
  ])('in %j get the errors %j', (given, problems) => {
    expect(faults(define(given))).toEqual(problems);
  });

  it('are an empty list by default', () => {
    expect(define({}).row['options']).toEqual([]);
  });

  it('can change but cannot be cleared', () => {
    const chosen = definition('1', { field_type: 'select', options: ['A', 'B'] });
    expect(update('custom_fields', chosen, { options: ['B', 'C'] }, context).row['options']).toEqual(['B', 'C']);
    expect(faults(update('custom_fields', chosen, { options: null }, context))).toEqual(['/options required']);
    expect(faults(update('custom_fields', chosen, { name: 'New' }, context))).toEqual([]);
  });
});

it('a custom field can be deleted while records use it', () => {
  expect(remove('custom_fields', definition('1', {}), contextOf({ uses: { 1: 5 } })).refusal).toBeUndefined();
});
