import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Value } from '../../src/resources/resource.ts';
import { lists } from '../../src/resources/lists.ts';
import { contextOf, create, remove, row, update } from './support.ts';

const families = [...lists.map(({ plural }) => plural), 'project_stages'];

function keyOf(name: string, keys: readonly string[] = []): Value | undefined {
  const divisions = keys.map((key, index) => row(String(index), { name: key, key }));
  return create('divisions', { name }, contextOf({ families: { divisions } })).row['key'];
}

describe('the key of a list entry', () => {
  it.each([
    ['Lump Sum', 'lump_sum'],
    ['T&M Not to Exceed', 't_and_m_not_to_exceed'],
    ['RFQ / Prequalification', 'rfq_prequalification'],
    ["Owner's Representative", 'owners_representative'],
    ['Owner’s Representative', 'owners_representative'],
    ['K-12 Education', 'k_12_education'],
    ['  Non-responsive / Late ', 'non_responsive_late'],
    ['Études à Montréal', 'etudes_a_montreal'],
    ['Straße & Łódź', 'strasse_and_lodz'],
    ['施工', 'entry'],
    ['2026', 'entry'],
    ['—', 'entry'],
    ['x'.repeat(400), 'x'.repeat(255)],
  ])('for the name %j is %j', (name, key) => {
    expect(keyOf(name)).toBe(key);
  });

  it('gets a number if another entry has the same key', () => {
    expect(keyOf('A/B', ['a_b'])).toBe('a_b_2');
    expect(keyOf('A/B', ['a_b', 'a_b_2', 'a_b_4'])).toBe('a_b_3');
    expect(keyOf('施工', ['entry'])).toBe('entry_2');
    expect(keyOf('x'.repeat(255), ['x'.repeat(255)])).toBe(`${'x'.repeat(253)}_2`);
  });

  it('is never that of a deleted entry, which can be restored', () => {
    const divisions = [row('1', { key: 'civil', deleted_at: '2026-01-01T00:00:00Z' })];
    expect(create('divisions', { name: 'Civil' }, contextOf({ families: { divisions } })).row['key']).toBe('civil_2');
  });

  it.each(families)('stays when an entry of %s is renamed', (plural) => {
    const made = create(plural, { name: 'First Name' }, contextOf()).row;
    expect(made['key']).toBe('first_name');
    expect(update(plural, made, { name: 'Second Name' }, contextOf()).row['key']).toBe('first_name');
  });

  it('consists of ASCII words and is unique, for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 255 }), (name) => {
        const key = keyOf(name) as string;
        expect(key).toMatch(/^(?=.*[a-z])[a-z0-9]+(_[a-z0-9]+)*$/);
        expect(key.length).toBeLessThanOrEqual(255);
        expect(keyOf(name, [key])).not.toBe(key);
      }),
    );
  });
});

describe('an entry that records use', () => {
  it.each(families)('of %s cannot be deleted', (plural) => {
    const used = row('9', { name: 'Office', category: 'won' });
    const refusal = remove(plural, used, contextOf({ uses: { 9: 3 } })).refusal;
    expect(refusal?.code).toBe('in_use');
    expect(refusal?.members).toEqual({ uses: 3 });
    expect(refusal?.message).toContain('3 records use this entry');
    expect(remove(plural, used, contextOf()).refusal).toBeUndefined();
  });

  it('can be updated, and its refusal counts a single record correctly', () => {
    const context = contextOf({ uses: { 9: 1 } });
    expect(remove('divisions', row('9'), context).refusal?.message).toContain('1 record uses this entry');
    expect(update('divisions', row('9', { name: 'A' }), { name: 'B' }, context).refusal).toBeUndefined();
  });
});

it('the group of a loss reason is empty by default', () => {
  expect(create('loss_reasons', { name: 'Price' }, contextOf()).row['group']).toBeNull();
});
