import { describe, expect, it, test } from 'vitest';
import { nextAttempt, retryDelays } from '../../src/events/retry.ts';

const at = new Date('2026-03-02T15:00:00Z');
const after = (failures: number, retryAfter: string | null = null, random = 0): number | null => {
  const next = nextAttempt({ failures, at, retryAfter }, random);
  return next && (next.getTime() - at.getTime()) / 1000;
};

describe('a failed delivery', () => {
  test('is tried again nine times, ever later, for more than three days', () => {
    const delays = retryDelays.map((_, failures) => after(failures));
    expect(delays).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    expect(delays.reduce<number>((sum, delay) => sum + (delay ?? 0), 0)).toBeGreaterThan(3 * 86_400);
    expect(after(9)).toBeNull();
  });

  test('comes somewhat later by chance, and never sooner', () => {
    expect(after(1, null, 0.5)).toBe(315);
    expect(after(1, null, 0.999)).toBeLessThanOrEqual(330);
  });

  it.each([
    ['120', 120],
    [' 60 ', 60],
    ['Mon, 02 Mar 2026 15:10:00 GMT', 600],
    // A day at most, whatever is asked for.
    ['9999999', 86_400],
    ['Fri, 01 Jan 2100 00:00:00 GMT', 86_400],
    // Less than its turn, past, or nothing that the standard knows.
    ['1', 5],
    ['Mon, 02 Mar 2026 14:00:00 GMT', 5],
    ['-7', 5],
    ['soon', 5],
    ['2026-03-02T16:00:00Z', 5],
    ['', 5],
  ])('waits as long as the receiver asks: Retry-After %j', (retryAfter, seconds) => {
    expect(after(0, retryAfter)).toBe(seconds);
  });

  test('that was the last is not tried again, whatever the receiver asks', () => {
    expect(after(9, '60')).toBeNull();
  });
});
