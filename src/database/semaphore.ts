import pLimit from 'p-limit';
import { Refusal } from '../refusal.ts';

/** Runs a limited number of pieces of work at once. The others wait in order of arrival. */
export class Semaphore {
  readonly #limit: ReturnType<typeof pLimit>;
  readonly #maxWaiting: number;

  constructor(limits: { places: number; maxWaiting: number }) {
    this.#limit = pLimit(limits.places);
    this.#maxWaiting = limits.maxWaiting;
  }

  /** Refuses with `unavailable` and `Retry-After` if too many calls already wait. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#limit.pendingCount >= this.#maxWaiting) throw tooMany();
    return await this.#limit(work);
  }

  /** Waits regardless of the queue's length. For the work that shuts the engine down. */
  runLast<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#limit(work);
  }
}

/** The refusal of a call when the queue is full. */
export const tooMany = (): Refusal =>
  new Refusal('unavailable', 'Too many requests are waiting for the database.', { retryAfterSeconds: 1 });
