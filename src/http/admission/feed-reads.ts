import { LRUCache } from 'lru-cache';
import { HeadedRefusal } from '../contract/answer.ts';

/** The reads of one feed in any minute. */
const mostReads = 60;
const windowMs = 60_000;
const remembered = 10_000;

/** Counts the reads of each calendar feed in the last minute. */
export class FeedReads {
  readonly #now: () => number;
  readonly #charged: (feed: string) => void;
  readonly #times = new LRUCache<string, readonly number[]>({ max: remembered });

  /**
   * @param now milliseconds of a monotonic clock.
   * @param charged called for every read that this process admits.
   */
  constructor(now: () => number, charged: (feed: string) => void) {
    this.#now = now;
    this.#charged = charged;
  }

  /** Admits a read. @throws {Refusal} `rate_limit_exceeded` if the last minute has had 60 already. */
  take(feed: string): void {
    const times = this.#recent(feed);
    const [first = 0] = times;
    if (times.length >= mostReads) throw tooMany(Math.max(1, Math.ceil((first + windowMs - this.#now()) / 1000)));
    this.chargeElsewhere(feed, 1);
    this.#charged(feed);
  }

  /** Counts the reads that another process admitted. */
  chargeElsewhere(feed: string, reads: number): void {
    const more = Array.from({ length: Math.min(reads, mostReads) }, () => this.#now());
    this.#times.set(feed, [...this.#recent(feed), ...more].slice(-mostReads));
  }

  #recent(feed: string): readonly number[] {
    const since = this.#now() - windowMs;
    return (this.#times.get(feed) ?? []).filter((time) => time > since);
  }
}

const tooMany = (seconds: number): HeadedRefusal =>
  new HeadedRefusal(
    'rate_limit_exceeded',
    `A calendar feed may be read ${mostReads} times a minute. Try again in ${seconds} s.`,
    { 'retry-after': String(seconds), 'x-rate-limited-for': String(seconds) },
  );
