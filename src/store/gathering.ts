import { setImmediate } from 'node:timers/promises';
import { tooMany, Turnstile } from './turnstile.ts';

interface Lookup<Found> {
  readonly keys: Set<string>;
  /** How many ask, some of them perhaps for the same. */
  asked: number;
  readonly found: Promise<ReadonlyMap<string, Found>>;
}

/** So many lookups are under way at once: one that is slow does not hold up everybody. */
const mostUnderWay = 2;
const mostAsked = 1000;

/**
 * Looks things up by their keys, those that are asked for at once together. Who asks while the lookups under way are,
 * waits for the next: no answer is older than its question.
 */
export class Gathering<Found> {
  readonly #lookUp: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>;
  readonly #turnstile = new Turnstile({ places: mostUnderWay, maxWaiting: Infinity });
  #next: Lookup<Found> | undefined;

  /** @param lookUp by one statement, however many the keys are. */
  constructor(lookUp: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>) {
    this.#lookUp = lookUp;
  }

  /** Refuses with `unavailable` when too many wait already. */
  async find(key: string): Promise<Found | undefined> {
    this.#next ??= this.#open();
    if (this.#next.asked >= mostAsked) throw tooMany();
    this.#next.asked += 1;
    this.#next.keys.add(key);
    return (await this.#next.found).get(key);
  }

  #open(): Lookup<Found> {
    const keys = new Set<string>();
    const found = this.#turnstile.pass(async () => {
      // What other connections have sent meanwhile is read before it goes.
      await setImmediate();
      this.#next = undefined;
      return this.#lookUp([...keys]);
    });
    return { keys, asked: 0, found };
  }
}
