import { describe, expect, it } from 'vitest';
import { joined } from '../../../src/web/fields/joined.ts';

describe('a line of several parts', () => {
  it('has dots between them, and leaves the empty ones out', () => {
    expect(joined(['Granite Health', null, '', '26-0412'])).toBe('Granite Health · 26-0412');
    expect(joined([])).toBe('');
  });

  it('keeps a part of a right-to-left script to itself, so that the number beside it stays where it is', () => {
    expect(joined(['مشروع', '$1,000'])).toBe('\u2068مشروع\u2069 · $1,000');
  });

  it('has nothing around a single part', () => {
    expect(joined(['שלום', null])).toBe('שלום');
  });
});
