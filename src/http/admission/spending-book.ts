import type { UsageReport } from '../../cluster/messages.ts';

/** The longest wait, without transfer time, before other processes learn of the requests charged here. */
const tellEveryMs = 50;

/** Records the rate-limit charges of this process and sends them to the others at short intervals, if there are any. */
export class SpendingBook {
  readonly #tell: (spending: UsageReport) => void;
  #page = newPage();
  #isWaiting = false;

  constructor(tell: (spending: UsageReport) => void) {
    this.#tell = tell;
  }

  /** Counts one request. */
  charge(kind: Charged, key: string): void {
    const requests = this.#page[kind];
    requests.set(key, (requests.get(key) ?? 0) + 1);
    this.#wait();
  }

  /** @param credential the digest of a newly authenticated credential. */
  proven(credential: string): void {
    this.#page.proven.push(credential);
    this.#wait();
  }

  signIns(kind: 'failed' | 'forgiven', keys: readonly string[]): void {
    this.#page[kind].push(...keys);
    this.#wait();
  }

  #wait(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    setTimeout(() => this.#turnPage(), tellEveryMs).unref();
  }

  #turnPage(): void {
    const { tokens, accounts, addresses, feeds, ...lists } = this.#page;
    this.#tell({
      tokens: [...tokens],
      accounts: [...accounts],
      addresses: [...addresses],
      feeds: [...feeds],
      ...lists,
    });
    this.#page = newPage();
    this.#isWaiting = false;
  }
}

type Charged = 'tokens' | 'accounts' | 'addresses' | 'feeds';

type Listed = 'proven' | 'failed' | 'forgiven';

const newPage = (): Record<Charged, Map<string, number>> & Record<Listed, string[]> => ({
  tokens: new Map(),
  accounts: new Map(),
  addresses: new Map(),
  feeds: new Map(),
  proven: [],
  failed: [],
  forgiven: [],
});
