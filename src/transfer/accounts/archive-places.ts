import { Refusal } from '../../refusal.ts';
import { queueByEngine } from '../../database/memo-by-engine.ts';

/** How many archives a process reads from the database or writes to it at once. Further ones wait, up to `mostWaiting`. */
const atOnce = 2;
const mostWaiting = 10;

/**
 * Waits for a place to read or write a whole account.
 * @throws {Refusal} `unavailable` if too many wait.
 */
export const inPlace = queueByEngine(atOnce, mostWaiting);

/** The accounts with an archive under way. An account has one at a time, from its beginning until it is sent or restored. */
export class ArchivePlaces {
  readonly #taken = new Set<string>();

  /**
   * Takes the place of an account. @returns a function that frees it, which may be called again.
   * @throws {Refusal} `rate_limit_exceeded` if it is taken.
   */
  take(accountId: string): () => void {
    if (this.#taken.has(accountId)) {
      const detail = 'The account has another archive under way. Try again when it has ended.';
      throw new Refusal('rate_limit_exceeded', detail, { retryAfterSeconds: 10 });
    }
    this.#taken.add(accountId);
    let isFree = false;
    return () => {
      if (!isFree) this.#taken.delete(accountId);
      isFree = true;
    };
  }
}
