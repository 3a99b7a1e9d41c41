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
}

/** The pieces of one account, or its long ones. */
interface Backlog {
  readonly flow: Flow | undefined;
  readonly waiting: Piece[];
  running: number;
  /** The virtual time at which the next piece starts. Each piece moves it by the milliseconds that the piece takes. */
  next: number;
}

interface Piece {
  readonly work: () => Promise<unknown>;
  readonly settle: (result: Promise<unknown>) => void;
}

/** The number of backlogs that the queue remembers while they are idle. */
const mostBacklogs = 1000;

/**
 * Runs a limited number of pieces of work at once, and shares the time among accounts by start-time fair queuing (Goyal
 * et al. 1996): the account that has used the least time goes first.
 *
 * An account takes a place, or waits, only while it has fewer places than are free (dynamic thresholds, Choudhury and
 * Hahne 1998). So one account has at most half of the places, rounded up.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #backlogs = new Map<string, Backlog>();
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
  }

  /** Runs the work in its flow. @throws the error of `refuse` if too much work waits. */
  run<Result>(work: () => Promise<Result>, flow?: Flow): Promise<Result> {
    const free = this.#options.mostWaiting - this.#waiting;
    const own = flow ? this.#sum(flow, ({ waiting }) => waiting.length) : 0;
    if (own >= free) return Promise.reject(this.#options.refuse());
    const backlog = this.#backlogOf(flow);
    return new Promise<Result>((resolve) => {
      if (backlog.running + backlog.waiting.length === 0) backlog.next = Math.max(backlog.next, this.#now);
      // Another piece starts this one, but the work belongs to the caller's asynchronous context. Work that throws before
      // it returns a promise is a rejected promise, so that its place becomes free.
      const bound = AsyncResource.bind(async () => await work());
      backlog.waiting.push({ work: bound, settle: (result) => resolve(result as Promise<Result>) });
      this.#ready.add(backlog);
      this.#waiting += 1;
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
    const name = nameOf(flow);
    const known = this.#backlogs.get(name);
    if (known) return known;
    if (this.#backlogs.size >= mostBacklogs) this.#forgetIdle();
    const backlog: Backlog = { flow, waiting: [], running: 0, next: 0 };
    this.#backlogs.set(name, backlog);
    return backlog;
  }

  #forgetIdle(): void {
    for (const [name, { running, waiting }] of this.#backlogs) {
      if (running + waiting.length === 0) this.#backlogs.delete(name);
    }
  }

  #startSome(): void {
    while (this.#running < this.#options.places) {
      const backlog = this.#next();
      const piece = backlog?.waiting.shift();
      if (!backlog || !piece) return;
      if (backlog.waiting.length === 0) this.#ready.delete(backlog);
      this.#waiting -= 1;
      void this.#start(backlog, piece);
    }
  }

  async #start(backlog: Backlog, { work, settle }: Piece): Promise<void> {
    if (backlog.flow) this.#now = Math.max(this.#now, backlog.next);
    backlog.running += 1;
    this.#running += 1;
    const began = performance.now();
    const result = work();
    settle(result);
    await Promise.allSettled([result]);
    backlog.next += performance.now() - began;
    backlog.running -= 1;
    this.#running -= 1;
    if (backlog.flow?.isLong && this.#options.restMs) this.#rest(this.#options.restMs);
    this.#startSome();
    this.#tellIdle();
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
      if (!backlog.flow) return backlog;
      if (this.#mayStart(backlog.flow) && (!first || backlog.next < first.next)) first = backlog;
    }
    return first;
  }

  #mayStart(flow: Flow): boolean {
    if (flow.isLong && this.#isResting) return false;
    return this.#sum(flow, ({ running }) => running) < this.#options.places - this.#running;
  }

  /** Over both backlogs of an account. */
  #sum({ accountId }: Flow, countOf: (backlog: Backlog) => number): number {
    const backlogs = [false, true].map((isLong) => this.#backlogs.get(nameOf({ accountId, isLong })));
    return backlogs.reduce((sum, backlog) => sum + (backlog ? countOf(backlog) : 0), 0);
  }
}

const nameOf = (flow: Flow | undefined): string => (flow ? `${flow.isLong ? 'long' : 'short'} ${flow.accountId}` : '');
