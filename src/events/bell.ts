import type { Engine } from '../store/engine.ts';
import { keptWith } from '../store/kept-with.ts';

/** Rung when something has been committed: a hint to look at once, instead of when it is time to look anyway. */
export class Bell {
  readonly #heard = new Set<() => void>();

  /** @returns what ends it. */
  onRing(heard: () => void): () => void {
    this.#heard.add(heard);
    return () => void this.#heard.delete(heard);
  }

  ring(): void {
    for (const heard of this.#heard) heard();
  }
}

/** The one bell of an engine; nobody hears those of other processes. */
export const bellOf = keptWith<Engine, Bell>(() => new Bell());
