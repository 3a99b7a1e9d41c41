import type { Spending } from '../../cluster/messages.ts';

/** The longest wait, without transfer time, before other processes learn of the requests charged here. */
const tellEveryMs = 50;

/** Records the rate-limit charges of this process and sends them to the others at short intervals, if there are any. */
export class SpendingBook {
  readonly #tell: (spending: Spending) => void;
  #tokens = new Map<string, number>();
  #accounts = new Map<string, number>();
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

  account(id: string): void {
    this.#accounts.set(id, (this.#accounts.get(id) ?? 0) + 1);
    this.#wait();
  }

  address(key: string): void {
    this.#addresses.set(key, (this.#addresses.get(key) ?? 0) + 1);
    this.#wait();
  }

  /** @param credential the digest of a newly authenticated credential. */
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
    this.#tell({
      tokens: [...this.#tokens],
      accounts: [...this.#accounts],
      addresses: [...this.#addresses],
      proven: this.#proven,
    });
    this.#tokens = new Map();
    this.#accounts = new Map();
    this.#addresses = new Map();
    this.#proven = [];
    this.#isWaiting = false;
  }
}
