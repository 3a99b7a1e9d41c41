import { keptWithEngine } from '../store/cache/kept-with.ts';

/** Rings after a commit: a hint to look now instead of at the next poll. */
export class Bell {
  readonly #heard = new Set<() => void>();

  /** @returns a function that ends the subscription. */
  onRing(heard: () => void): () => void {
    this.#heard.add(heard);
    return () => void this.#heard.delete(heard);
  }

  ring(): void {
    for (const heard of this.#heard) heard();
  }
}

/** The one bell of an engine. A process does not hear the bells of other processes. */
export const bellOf = keptWithEngine<Bell>(() => new Bell());
