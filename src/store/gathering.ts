import { setImmediate } from 'node:timers/promises';
import { tooMany, Turnstile } from './turnstile.ts';

interface Lookup<Key, Found> {
  readonly keys: Set<Key>;
  /** How many ask, some of them perhaps for the same. */
  asked: number;
  readonly found: Promise<ReadonlyMap<Key, Found>>;
}

/** So many lookups are under way at once: one that is slow does not hold up everybody. */
const mostUnderWay = 2;
const mostWaiting = 1000;

/**
 * Answers what is asked for at once together: things looked up by their keys, say, or changes that share a
 * transaction. Who asks while two rounds are under way, waits for the next: no answer is older than its question.
 */
export class Gathering<Key, Found> {
  readonly #lookUp: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>;
  readonly #most: number;
  readonly #turnstile = new Turnstile({ places: mostUnderWay, maxWaiting: Infinity });
  #next: Lookup<Key, Found> | undefined;
  #waiting = 0;

  /** @param most how many keys one lookup takes; the others are left to the next. */
  constructor(lookUp: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>, most = mostWaiting) {
    this.#lookUp = lookUp;
    this.#most = most;
  }

  /** Refuses with `unavailable` when too many wait already. */
  async ask(key: Key): Promise<Found | undefined> {
    if (this.#waiting >= mostWaiting) throw tooMany();
    this.#waiting += 1;
    const lookup = this.#next && this.#next.keys.size < this.#most ? this.#next : this.#open();
    lookup.asked += 1;
    lookup.keys.add(key);
    return (await lookup.found).get(key);
  }

  #open(): Lookup<Key, Found> {
    const keys = new Set<Key>();
    const found = this.#turnstile.pass(async () => {
      // What other connections have sent meanwhile is read before it goes.
      await setImmediate();
      if (this.#next === lookup) this.#next = undefined;
      this.#waiting -= lookup.asked;
      return this.#lookUp([...keys]);
    });
    const lookup: Lookup<Key, Found> = { keys, asked: 0, found };
    this.#next = lookup;
    return lookup;
  }
}
