import type { Spending } from '../cluster/messages.ts';

/** How long what was spent here may be unknown elsewhere, besides the way there. */
const tellEveryMs = 50;

/** Notes what requests use up in this process, and tells it in short intervals while there are any. */
export class SpendingBook {
  readonly #tell: (spending: Spending) => void;
  #tokens = new Map<string, number>();
  #addresses = new Map<string, number>();
  #proven: string[] = [];
  #isWaiting = false;

  constructor(tell: (spending: Spending) => void) {
    this.#tell = tell;
  }

  token(id: string): void {
    this.#tokens.set(id, (this.#tokens.get(id) ?? 0) + 1);
    this.#wait();
  }

  address(key: string): void {
    this.#addresses.set(key, (this.#addresses.get(key) ?? 0) + 1);
    this.#wait();
  }

  /** @param credential the digest of one that was not yet known to be good. */
  proven(credential: string): void {
    this.#proven.push(credential);
    this.#wait();
  }

  #wait(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    setTimeout(() => this.#turnPage(), tellEveryMs).unref();
  }

  #turnPage(): void {
    this.#tell({ tokens: [...this.#tokens], addresses: [...this.#addresses], proven: this.#proven });
    this.#tokens = new Map();
    this.#addresses = new Map();
    this.#proven = [];
    this.#isWaiting = false;
  }
}
