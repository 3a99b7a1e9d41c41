import { describe, expect, it } from 'vitest';
import { FeedReads } from '../../src/http/admission/feed-reads.ts';

/** Returns the reads of two feeds on a clock that the test moves, and the charges that others are told. */
function reading() {
  const clock = { now: 0 };
  const told: string[] = [];
  const reads = new FeedReads(
    () => clock.now,
    (feed) => void told.push(feed),
  );
  const take = (feed: string, times = 1): void => {
    for (let count = 0; count < times; count += 1) reads.take(feed);
  };
  return { clock, told, reads, take };
}

const waitOf = (work: () => void): unknown => {
  try {
    work();
  } catch (refusal) {
    return (refusal as { headers: object }).headers;
  }
  return null;
};

describe('the reads of a calendar feed', () => {
  it('are at most 60 in any minute', () => {
    const { clock, take } = reading();
    take('1', 30);
    clock.now = 20_500;
    take('1', 30);
    expect(waitOf(() => take('1'))).toEqual({ 'retry-after': '40', 'x-rate-limited-for': '40' });
    clock.now = 59_999;
    expect(waitOf(() => take('1'))).toMatchObject({ 'retry-after': '1' });
    clock.now = 60_000;
    take('1', 30);
    expect(waitOf(() => take('1'))).toMatchObject({ 'retry-after': '21' });
    take('2', 60);
  });

  it('count in every process of the service', () => {
    const { told, reads, take } = reading();
    take('1', 20);
    expect(told).toHaveLength(20);
    reads.chargeElsewhere('1', 40);
    expect(told).toHaveLength(20);
    expect(waitOf(() => take('1'))).toMatchObject({ 'retry-after': '60' });
    take('2');
  });
});
