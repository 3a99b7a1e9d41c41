import type { Clock } from '../clock.ts';
import type { Queryable } from './engine.ts';
import { tokenHash } from './token-text.ts';
import { findTokens, type FoundToken } from './tokens.ts';
import { Turnstile } from './turnstile.ts';

interface Lookup {
  readonly hashes: Set<string>;
  readonly found: Promise<ReadonlyMap<string, FoundToken>>;
}

/** So many statements are under way at once: one that hangs must not hold up everybody. */
const mostUnderWay = 2;

/**
 * Looks up the tokens of requests, those that come at once by one statement. Who comes while the statements under way
 * are, waits for the next: no answer is older than its question, so that a token revoked is refused at once.
 */
export class TokenLookups {
  readonly #engine: Queryable;
  readonly #clock: Clock;
  readonly #turnstile = new Turnstile({ places: mostUnderWay, maxWaiting: Infinity });
  #next: Lookup | undefined;

  constructor(engine: Queryable, clock: Clock) {
    this.#engine = engine;
    this.#clock = clock;
  }

  /** The token of a text; null when it is unknown, revoked or expired. */
  async find(text: string): Promise<FoundToken | null> {
    const hash = tokenHash(text);
    this.#next ??= this.#open();
    this.#next.hashes.add(hash);
    return (await this.#next.found).get(hash) ?? null;
  }

  #open(): Lookup {
    const hashes = new Set<string>();
    const found = this.#turnstile.pass(async () => {
      // Whoever opens a lookup adds to it before it goes.
      await Promise.resolve();
      this.#next = undefined;
      return findTokens(this.#engine, [...hashes], this.#clock.now());
    });
    return { hashes, found };
  }
}
