import { describe, expect, it } from 'vitest';
import { mergePatched } from '../../../src/web/data/merge-patched.ts';

describe('preferences that the page shows before the service has answered', () => {
  it('merge objects key by key, and lose the keys whose value is null', () => {
    const before = { rail: 'narrow', pinned_views: { 3: true, 4: true } };
    const patch = { rail: null, pinned_views: { 4: null, 9: true }, board: { collapsed: ['bidding'] } };
    expect(mergePatched(before, patch)).toEqual({
      pinned_views: { 3: true, 9: true },
      board: { collapsed: ['bidding'] },
    });
    expect(before.pinned_views).toEqual({ 3: true, 4: true });
  });

  it('replace arrays and single values as a whole', () => {
    expect(mergePatched({ shown: ['a', 'b'], size: 'small' }, { shown: ['c'], size: { width: 3 } })).toEqual({
      shown: ['c'],
      size: { width: 3 },
    });
  });
});
