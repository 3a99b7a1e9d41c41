import pLimit from 'p-limit';
import type { Engine, Param, Table, Transaction, TransactionOptions } from './engine.ts';
import { tooManyWaiting } from './engine-errors.ts';
import type { TransactionWork } from './transaction-work.ts';

/** The time that one request has waited for the database. Overlapping waits count once. */
export class DatabaseTime {
  #milliseconds = 0;
  #waits = 0;
  #since = 0;

  get milliseconds(): number {
    return this.#milliseconds;
  }

  async during<Result>(wait: () => Promise<Result>): Promise<Result> {
    this.#begin();
    try {
      return await wait();
    } finally {
      this.#end();
    }
  }

  /** Excludes the service's own work within a wait. */
  async except<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#end();
    try {
      return await work();
    } finally {
      this.#begin();
    }
  }

  #begin(): void {
    if (this.#waits === 0) this.#since = performance.now();
    this.#waits += 1;
  }

  #end(): void {
    this.#waits -= 1;
    if (this.#waits === 0) this.#milliseconds += performance.now() - this.#since;
  }
}

/** The engine of one request. It adds up the time that the request waits for its statements. */
export class TimedEngine implements Engine {
  readonly engine: Engine;
  readonly time: DatabaseTime;

  constructor(engine: Engine, time: DatabaseTime) {
    this.engine = engine;
    this.time = time;
  }

  get kind(): Engine['kind'] {
    return this.engine.kind;
  }

  get description(): string {
    return this.engine.description;
  }

  get place(): string {
    return this.engine.place;
  }

  get durable(): boolean {
    return this.engine.durable;
  }

  query<Row extends object>(text: string, params?: readonly Param[]): Promise<Row[]> {
    return this.time.during(() => this.engine.query<Row>(text, params));
  }

  table(text: string, params: readonly Param[]): Promise<Table> {
    return this.time.during(() => this.engine.table(text, params));
  }

  script(sql: string): Promise<void> {
    return this.time.during(() => this.engine.script(sql));
  }

  transaction<Result>(work: TransactionWork<Result>, options?: TransactionOptions): Promise<Result> {
    return this.time.during(() =>
      this.engine.transaction((open) => this.time.except(() => work(this.#timed(open))), options),
    );
  }

  /** The engine outlives the request. */
  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }

  #timed(open: Transaction): Transaction {
    return {
      query: (text, params) => this.time.during(() => open.query(text, params)),
      script: (sql) => this.time.during(() => open.script(sql)),
    };
  }
}

/** The engine that all requests share. Objects that outlive a request use it. */
export const sharedEngine = (engine: Engine): Engine => (engine instanceof TimedEngine ? engine.engine : engine);

/** Counts a wait for an answer that several requests share. */
export const waitingFor = <Result>(engine: Engine, wait: () => Promise<Result>): Promise<Result> =>
  engine instanceof TimedEngine ? engine.time.during(wait) : wait();

/** Keeps one value per object. The value is made on first use and is garbage-collected with the object. */
export function weakMemo<Owner extends object, Kept>(make: (owner: Owner) => Kept): (owner: Owner) => Kept {
  const known = new WeakMap<Owner, Kept>();
  return (owner) => {
    const last = known.get(owner);
    if (last !== undefined) return last;
    const kept = make(owner);
    known.set(owner, kept);
    return kept;
  };
}

/** Keeps one value per engine, shared by all requests. */
export function memoByEngine<Kept>(make: (engine: Engine) => Kept): (engine: Engine) => Kept {
  const known = weakMemo<Engine, Kept>(make);
  return (engine) => known(sharedEngine(engine));
}

/**
 * A queue for each engine: it runs a limited number of pieces of work at once.
 * @param most how many may wait. The queue refuses more with `unavailable`.
 */
export function queueByEngine(atOnce: number, most: number) {
  const queues = memoByEngine(() => pLimit(atOnce));
  return async <Result>(engine: Engine, work: () => Promise<Result>): Promise<Result> => {
    const queue = queues(engine);
    if (queue.pendingCount >= most) throw tooManyWaiting();
    return await queue(work);
  };
}
