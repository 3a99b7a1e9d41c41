import { Refusal } from '../refusal.ts';

/** Lets a limited number of pieces of work in at once, the others in order of arrival. */
export class Turnstile {
  readonly #places: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  constructor(limits: { places: number; maxWaiting: number }) {
    this.#places = limits.places;
    this.#maxWaiting = limits.maxWaiting;
  }

  /** Refuses with `unavailable` and `Retry-After` when too many wait already. */
  async pass<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.length >= this.#maxWaiting) throw tooMany();
    return this.passLast(work);
  }

  /** Waits however many wait already: for the work that ends it all. */
  async passLast<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#inside < this.#places) this.#inside += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#inside -= 1;
    // A chain of promises alone would keep sockets and timers waiting until the queue is empty.
    else setImmediate(next);
  }
}

/** What is told to those for whom there is no room to wait. */
export const tooMany = (): Refusal =>
  new Refusal('unavailable', 'Too many requests are waiting for the database.', { headers: { 'Retry-After': '1' } });
