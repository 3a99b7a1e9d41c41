import type { RateLimit } from '../../variable-kinds.ts';

interface Bucket {
  level: number;
  /** The time at which `level` was computed, in milliseconds of the monotonic clock. */
  at: number;
}

/** Token buckets that refill over time, one per key. A full bucket needs no memory. */
export class TokenBuckets {
  readonly limit: RateLimit;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();
  readonly #charged: (key: string) => void;
  #sweepAt = 10_000;

  /**
   * @param now milliseconds of a monotonic clock.
   * @param charged called for every token taken in this process.
   */
  constructor(limit: RateLimit, now: () => number, charged: (key: string) => void = () => undefined) {
    this.limit = limit;
    this.#now = now;
    this.#charged = charged;
  }

  /** The number of keys in memory. */
  get size(): number {
    return this.#buckets.size;
  }

  level(key: string): number {
    const bucket = this.#buckets.get(key);
    return bucket === undefined ? this.limit.burst : this.#filled(bucket);
  }

  /** Takes one token even from an empty bucket. The debt is limited to one burst. */
  charge(key: string): void {
    this.#lower(key, 1);
    this.#charged(key);
  }

  /** Takes the tokens of requests that another process admitted. */
  chargeElsewhere(key: string, tokens: number): void {
    this.#lower(key, tokens);
  }

  /** Takes one token if one is available. */
  take(key: string): boolean {
    if (this.level(key) < 1) return false;
    this.charge(key);
    return true;
  }

  /** Whole seconds until a token is available; at least one. */
  secondsUntilOne(key: string): number {
    return Math.max(1, Math.ceil((1 - this.level(key)) / this.limit.perSecond));
  }

  /** Whole seconds until the bucket is full. */
  secondsUntilFull(key: string): number {
    return Math.ceil((this.limit.burst - this.level(key)) / this.limit.perSecond);
  }

  #lower(key: string, tokens: number): void {
    const level = Math.max(this.level(key) - tokens, -this.limit.burst);
    this.#buckets.set(key, { level, at: this.#now() });
    if (this.#buckets.size > this.#sweepAt) this.#sweep();
  }

  #filled(bucket: Bucket): number {
    const gained = (Math.max(0, this.#now() - bucket.at) / 1000) * this.limit.perSecond;
    return Math.min(this.limit.burst, bucket.level + gained);
  }

  /** Removes full buckets: a missing one counts as full. The next sweep waits until the rest doubles, to stay cheap. */
  #sweep(): void {
    for (const [key, bucket] of this.#buckets) {
      if (this.#filled(bucket) >= this.limit.burst) this.#buckets.delete(key);
    }
    this.#sweepAt = Math.max(10_000, this.#buckets.size * 2);
  }
}
