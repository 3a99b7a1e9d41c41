import { newId } from '../../client/new-id.ts';
import { browserStorage } from './storage.ts';

/** The tab that leads, and when it last said so, in milliseconds since 1970. */
interface Lease {
  readonly tab: string;
  readonly at: number;
}

const key = 'plumbline-leader';
const renewMs = 2000;
/** A tab that closes ends its lease; one that crashes or freezes lets it lapse. */
const lapseMs = 7000;
/** Several tabs may take the lease at once. After this time, all of them see which was the last. */
const settledMs = 250;

/**
 * Has one tab of the browser lead, and another one after it. A page over plain http has no locks, so the tabs share a
 * lease in the local storage. Without a storage, each tab leads.
 * @param signal ends the part of this tab.
 * @param lead starts to lead, until its signal.
 */
export function electLeader(signal: AbortSignal, lead: (term: AbortSignal) => void): void {
  const candidate = new Candidate((term) => lead(AbortSignal.any([signal, term])));
  const timer = setInterval(() => candidate.renew(), renewMs);
  const hear = ({ key: changed }: StorageEvent): void => {
    // All keys are gone after a `clear`.
    if (changed === key || changed === null) candidate.look();
  };
  window.addEventListener('storage', hear, { signal });
  window.addEventListener('pagehide', () => candidate.leave(), { signal });
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    candidate.leave();
  });
  candidate.look();
}

/** This tab. */
class Candidate {
  readonly #tab = newId();
  readonly #lead: (term: AbortSignal) => void;
  #term: AbortController | null = null;

  constructor(lead: (term: AbortSignal) => void) {
    this.#lead = lead;
  }

  renew(): void {
    if (this.#isHolder()) this.#write();
    else this.look();
  }

  /** Takes a lease that nobody holds, and resigns if another tab holds it. */
  look(): void {
    const lease = currentLease();
    // A hidden tab renews too rarely to lead better than one that has lapsed.
    if (lease === null || (hasLapsed(lease) && !document.hidden)) this.#take();
    else if (lease.tab !== this.#tab) this.#resign();
  }

  leave(): void {
    this.#resign();
    if (this.#isHolder()) browserStorage.remove(key);
  }

  #take(): void {
    if (this.#write()) setTimeout(() => this.#isHolder() && this.#begin(), settledMs);
    else this.#begin();
  }

  #begin(): void {
    if (this.#term !== null) return;
    this.#term = new AbortController();
    this.#lead(this.#term.signal);
  }

  #resign(): void {
    this.#term?.abort();
    this.#term = null;
  }

  #isHolder = (): boolean => currentLease()?.tab === this.#tab;

  #write = (): boolean => browserStorage.set(key, `${Date.now()} ${this.#tab}`);
}

function currentLease(): Lease | null {
  const [at, tab] = browserStorage.get(key)?.split(' ') ?? [];
  return tab === undefined ? null : { at: Number(at), tab };
}

/** A clock that was set back counts too, and so does a text that is no lease. */
const hasLapsed = ({ at }: Lease): boolean => !(Math.abs(Date.now() - at) <= lapseMs);
