import { memoByEngine } from '../database/timed-engine.ts';

/** Notifies this process after a commit, so that it looks now instead of at the next poll. */
export class Notifier {
  readonly #listeners = new Set<() => void>();

  /** @returns a function that ends the subscription. */
  onNotify(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Notifies the job runner of an engine of a new job. */
export const jobNotifierOf = memoByEngine<Notifier>(() => new Notifier());

/** The one notifier of an engine. A process does not get the notifications of other processes. */
export const notifierOf = memoByEngine<Notifier>(() => new Notifier());
