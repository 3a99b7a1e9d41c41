import { AsyncResource } from 'node:async_hooks';
import type { Refusal } from './refusal.ts';

/** The share that a piece of work counts for. Work without a flow is the service's own: it is short and goes first. */
export interface Flow {
  /** The account that asks, or another name of the one that does. */
  readonly accountId: string;
  /** True: one part of a long task, such as an import. Such parts have a share of their own beside the requests. */
  readonly isLong?: boolean;
}

interface FairQueueOptions {
  /** The number of pieces of work that run at once. */
  readonly places: number;
  /** The number of pieces that may wait. */
  readonly mostWaiting: number;
  /** Makes the error of a piece that may not wait. */
  readonly refuse: () => Refusal;
  /** The least time between two long pieces, in milliseconds. Requests of several statements go on in that time. */
  readonly restMs?: number;
  /** A timer in milliseconds, which measures the pieces. */
  readonly timer?: (() => number) | undefined;
}

/** The short pieces of one account, its long ones, or those of the service. */
interface Backlog {
  /** Undefined: the pieces of the service. */
  readonly account: Account | undefined;
  readonly isLong: boolean;
  readonly waiting: Piece[];
  running: number;
  /** The virtual time at which the next piece starts. Each piece moves it by the milliseconds that the piece takes. */
  next: number;
}

/** An account, with the pieces of both backlogs. */
interface Account {
  waiting: number;
  running: number;
  short?: Backlog;
  long?: Backlog;
}

interface Piece {
  readonly work: () => Promise<unknown>;
  readonly settle: (result: Promise<unknown>) => void;
}

/** The number of accounts that the queue remembers while they are idle. */
const mostAccounts = 1000;

const emptyBacklog = (isLong: boolean, account?: Account): Backlog => ({
  account,
  isLong,
  waiting: [],
  running: 0,
  next: 0,
});

/**
 * Runs a limited number of pieces of work at once, and shares the time among accounts by start-time fair queuing (Goyal
 * et al. 1996): the account that has used the least time goes first.
 *
 * An account takes a place, or waits, only while it has fewer places than are free (dynamic thresholds, Choudhury and
 * Hahne 1998). So one account has at most half of the places, rounded up.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #timer: () => number;
  readonly #accounts = new Map<string, Account>();
  readonly #own = emptyBacklog(false);
  /** The backlogs with waiting pieces. */
  readonly #ready = new Set<Backlog>();
  #running = 0;
  #waiting = 0;
  #isResting = false;
  readonly #onIdle: (() => void)[] = [];
  /** The virtual time: the start of the piece that started last. */
  #now = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
    this.#timer = options.timer ?? (() => performance.now());
  }

  /** Runs the work in its flow. @throws the error of `refuse` if too much work waits. */
  run<Result>(work: () => Promise<Result>, flow?: Flow): Promise<Result> {
    const free = this.#options.mostWaiting - this.#waiting;
    const backlog = this.#backlogOf(flow);
    const { account } = backlog;
    if ((account?.waiting ?? 0) >= free) return Promise.reject(this.#options.refuse());
    return new Promise<Result>((resolve) => {
      if (backlog.running + backlog.waiting.length === 0) backlog.next = Math.max(backlog.next, this.#now);
      // Another piece starts this one, but the work belongs to the caller's asynchronous context. Work that throws before
      // it returns a promise is a rejected promise, so that its place becomes free. `AsyncResource.bind` would do the
      // same, and takes a hundred times as long on Node 20.
      const context = new AsyncResource('FairQueue');
      const inContext = () => context.runInAsyncScope(async () => await work());
      backlog.waiting.push({ work: inContext, settle: (result) => resolve(result as Promise<Result>) });
      this.#ready.add(backlog);
      this.#waiting += 1;
      if (account) account.waiting += 1;
      this.#startSome();
    });
  }

  /** Waits until no work runs or waits. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#onIdle.push(resolve);
      this.#tellIdle();
    });
  }

  #tellIdle(): void {
    if (this.#running + this.#waiting > 0) return;
    for (const resolve of this.#onIdle.splice(0)) resolve();
  }

  #backlogOf(flow: Flow | undefined): Backlog {
    if (!flow) return this.#own;
    const account = this.#accountOf(flow.accountId);
    return flow.isLong
      ? (account.long ??= emptyBacklog(true, account))
      : (account.short ??= emptyBacklog(false, account));
  }

  #accountOf(id: string): Account {
    const known = this.#accounts.get(id);
    if (known) return known;
    if (this.#accounts.size >= mostAccounts) this.#forgetIdle();
    const account: Account = { waiting: 0, running: 0 };
    this.#accounts.set(id, account);
    return account;
  }

  #forgetIdle(): void {
    for (const [id, { running, waiting }] of this.#accounts) {
      if (running + waiting === 0) this.#accounts.delete(id);
    }
  }

  #startSome(): void {
    while (this.#running < this.#options.places) {
      const backlog = this.#next();
      const piece = backlog?.waiting.shift();
      if (!backlog || !piece) return;
      if (backlog.waiting.length === 0) this.#ready.delete(backlog);
      this.#waiting -= 1;
      if (backlog.account) backlog.account.waiting -= 1;
      void this.#start(backlog, piece);
    }
  }

  async #start(backlog: Backlog, { work, settle }: Piece): Promise<void> {
    if (backlog.account) this.#now = Math.max(this.#now, backlog.next);
    this.#countRunning(backlog, 1);
    const began = this.#timer();
    const result = work();
    settle(result);
    await Promise.allSettled([result]);
    backlog.next += this.#timer() - began;
    this.#countRunning(backlog, -1);
    if (backlog.isLong && this.#options.restMs) this.#rest(this.#options.restMs);
    this.#startSome();
    this.#tellIdle();
  }

  #countRunning(backlog: Backlog, change: 1 | -1): void {
    backlog.running += change;
    this.#running += change;
    if (backlog.account) backlog.account.running += change;
  }

  #rest(ms: number): void {
    this.#isResting = true;
    setTimeout(() => {
      this.#isResting = false;
      this.#startSome();
    }, ms);
  }

  #next(): Backlog | undefined {
    let first: Backlog | undefined;
    for (const backlog of this.#ready) {
      if (!backlog.account) return backlog;
      const isEarlier = first === undefined || backlog.next < first.next;
      if (isEarlier && this.#mayStart(backlog.account, backlog.isLong)) first = backlog;
    }
    return first;
  }

  #mayStart({ running }: Account, isLong: boolean): boolean {
    return !(isLong && this.#isResting) && running < this.#options.places - this.#running;
  }
}
