import { describe, expect, it } from 'vitest';
import { weekBefore } from '../../../src/web/lists/as-of/as-of-days.ts';
import { withEditableLists } from '../../../src/web/monday/editable-lists.ts';
import { weekBack, weekForward } from '../../../src/web/monday/monday-days.ts';

describe('the days of Monday', () => {
  it.each([
    ['2026-03-29', '2026-03-22'],
    ['2026-03-30', '2026-03-22'],
    ['2026-04-04', '2026-03-22'],
    ['2026-04-05', '2026-03-29'],
    ['2026-01-01', '2025-12-21'],
  ])('compare %s with the end of %s, the last Sunday at least seven days before', (day, since) => {
    expect(weekBefore(day)).toBe(since);
  });

  it('go from Sunday to Sunday without a gap', () => {
    expect(weekBack(null, '2026-03-30')).toBe('2026-03-29');
    expect(weekBack(null, '2026-03-29')).toBe('2026-03-22');
    expect(weekBack('2026-03-29', '2026-03-30')).toBe(weekBefore('2026-03-29'));
    expect(weekForward('2026-03-15', '2026-03-30')).toBe('2026-03-22');
    expect(weekForward('2026-03-29', '2026-03-30')).toBeUndefined();
    expect(weekForward('2026-03-23', '2026-03-30')).toBeUndefined();
  });
});

describe('the lists of the present', () => {
  const now = '2026-03-30T14:00:00.123Z';
  const url = (query: string): string => `http://crm.example/api/2023-01/projects?${query}`;

  it('do not name its instant, but keep any other one', () => {
    const body = {
      as_of: now,
      total: { count: 1, projects_url: url(`as_of=${encodeURIComponent(now)}&amount%5Bgt%5D=5`) },
      none: { projects_url: null },
      opening: { projects_url: url('as_of=2026-03-22&line=opening') },
      bucket_urls: [null, url(`bucket=2026-01-01&as_of=${encodeURIComponent(now)}`)],
      name: url(`as_of=${encodeURIComponent(now)}`),
    };
    expect(withEditableLists(body, now)).toEqual({
      ...body,
      total: { count: 1, projects_url: url('amount%5Bgt%5D=5') },
      bucket_urls: [null, url('bucket=2026-01-01')],
    });
  });
});
