import type { Engine } from '../database/engine.ts';
import { accountsDueSince, accountsWithDue } from '../store/outbox/deliveries.ts';

/** A change may be committed so long after the time from which its deliveries are due. */
const longestCommitMs = 120_000;
/** A look at all endpoints rests for so many times the time that it took: it takes at most 1 % of the time. */
const restOfAll = 100;
/** The limit of accounts in a round. */
const mostTaken = 128;

/**
 * The accounts that may have due deliveries. A commit of this process names its account; a look into the database finds
 * the others. With many endpoints, most looks read only what has become due since the last one.
 */
export class DueAccounts {
  readonly #engine: Engine;
  /** The accounts that this process has changed since they were last taken. */
  readonly #changed = new Set<string>();
  readonly #waiting = new Set<string>();
  /** The time up to which the last look has read, in milliseconds since 1970. */
  #seenTo = Infinity;
  /** When the next look at all endpoints may be, by the time since the start of the process. */
  #allAgainAt = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  noteChange(accountId: string): void {
    this.#changed.add(accountId);
  }

  add(accountIds: readonly string[]): void {
    for (const accountId of accountIds) this.#waiting.add(accountId);
  }

  get hasChanged(): boolean {
    return this.#changed.size > 0;
  }

  /** Adds the accounts with due deliveries. @returns whether no endpoint has a due delivery. */
  async look(now: Date): Promise<boolean> {
    const startedAt = performance.now();
    // After the clock has gone back, a delivery may be due from an earlier time on.
    const isOfAll = startedAt >= this.#allAgainAt || now.getTime() < this.#seenTo;
    const after = new Date(this.#seenTo - longestCommitMs);
    const found = await (isOfAll
      ? accountsWithDue(this.#engine, now)
      : accountsDueSince(this.#engine, { after, until: now }));
    if (isOfAll) this.#allAgainAt = startedAt + restOfAll * (performance.now() - startedAt);
    this.#seenTo = now.getTime();
    this.add(found);
    return isOfAll && found.length === 0;
  }

  /** Takes out the accounts of a round: first the changed ones, then those that have waited longest. */
  take(): { readonly accountIds: readonly string[]; readonly isPartial: boolean } {
    const accountIds = [...new Set([...this.#changed, ...this.#waiting])];
    const taken = accountIds.slice(0, mostTaken);
    for (const accountId of taken) {
      this.#changed.delete(accountId);
      this.#waiting.delete(accountId);
    }
    return { accountIds: taken, isPartial: taken.length < accountIds.length };
  }
}
