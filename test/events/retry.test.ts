import { describe, expect, it, test } from 'vitest';
import { nextAttempt, retryDelays } from '../../src/events/outcome.ts';

const at = new Date('2026-03-02T15:00:00Z');
const after = (failures: number, retryAfter: string | null = null, random = 0): number | null => {
  const next = nextAttempt({ failures, at, retryAfter }, random);
  return next && (next.getTime() - at.getTime()) / 1000;
};

describe('a failed delivery', () => {
  test('is retried nine times over more than three days, with growing delays', () => {
    const delays = retryDelays.map((_, failures) => after(failures));
    expect(delays).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    expect(delays.reduce<number>((sum, delay) => sum + (delay ?? 0), 0)).toBeGreaterThan(3 * 86_400);
    expect(after(9)).toBeNull();
  });

  test('is delayed by jitter, and never comes early', () => {
    expect(after(1, null, 0.5)).toBe(315);
    expect(after(1, null, 0.999)).toBeLessThanOrEqual(330);
  });

  it.each([
    ['120', 120],
    [' 60 ', 60],
    ['Mon, 02 Mar 2026 15:10:00 GMT', 600],
    // A receiver can delay a retry by at most a day.
    ['9999999', 86_400],
    ['Fri, 01 Jan 2100 00:00:00 GMT', 86_400],
    // The schedule applies if the delay is shorter, if the date is in the past, and if the header is invalid.
    ['1', 5],
    ['Mon, 02 Mar 2026 14:00:00 GMT', 5],
    ['-7', 5],
    ['soon', 5],
    ['2026-03-02T16:00:00Z', 5],
    ['', 5],
  ])('follows Retry-After within its limits: %j', (retryAfter, seconds) => {
    expect(after(0, retryAfter)).toBe(seconds);
  });

  test('is not retried after the last attempt, even with Retry-After', () => {
    expect(after(9, '60')).toBeNull();
  });
});
