import { describe, expect, it } from 'vitest';
import {
  everyMatch,
  extended,
  nothingSelected,
  selected,
  toggled,
} from '../../../src/web/lists/selection/selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const ids = ({ ids: all }: { readonly ids: ReadonlySet<string> }): string => [...all].sort().join('');

describe('a selection of rows', () => {
  it('takes a row in and out', () => {
    const one = toggled(nothingSelected, 'b');
    expect(ids(one)).toBe('b');
    expect(ids(toggled(one, 'b'))).toBe('');
    expect(ids(toggled(toggled(one, 'd'), 'b'))).toBe('d');
  });

  it('extends from the row that was selected last, downwards and upwards', () => {
    const anchored = toggled(nothingSelected, 'c');
    expect(ids(extended(anchored, order, 'e'))).toBe('cde');
    expect(ids(extended(anchored, order, 'a'))).toBe('abc');
  });

  it('makes a range shorter again, and keeps the rows beside it', () => {
    const anchored = toggled(toggled(nothingSelected, 'e'), 'a');
    const long = extended(anchored, order, 'c');
    expect(ids(long)).toBe('abce');
    expect(ids(extended(long, order, 'b'))).toBe('abe');
  });

  it('begins a range at the focused row if no row was selected, or if that row is gone', () => {
    expect(ids(extended(nothingSelected, order, 'c', 'b'))).toBe('bc');
    expect(ids(extended(toggled(nothingSelected, 'z'), order, 'e', 'd'))).toBe('dez');
  });

  it('of every record that matches ends when a person chooses rows', () => {
    const every = everyMatch(order);
    expect(every.isEvery).toBe(true);
    expect(toggled(every, 'a').isEvery).toBe(false);
    expect(extended(selected(order), order, 'b').isEvery).toBe(false);
  });
});
