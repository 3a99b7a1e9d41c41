import type { Flow } from '../fair-queue.ts';
import { DatabaseTime } from './database-time.ts';
import type { Engine, Param, Table, Transaction, TransactionOptions } from './engine.ts';
import type { TransactionWork } from './transaction-work.ts';

/** The engine of one request. It counts the statements for an account, and adds up the time that the request waits. */
export class TimedEngine implements Engine {
  readonly engine: Engine;
  readonly time: DatabaseTime;
  readonly flow: Flow | undefined;

  constructor(engine: Engine, time: DatabaseTime, flow?: Flow) {
    this.engine = engine;
    this.time = time;
    this.flow = flow;
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

  query<Row extends object>(text: string, params?: readonly Param[], flow = this.flow): Promise<Row[]> {
    return this.time.during(() => this.engine.query<Row>(text, params, flow));
  }

  table(text: string, params: readonly Param[], flow = this.flow): Promise<Table> {
    return this.time.during(() => this.engine.table(text, params, flow));
  }

  script(sql: string): Promise<void> {
    return this.time.during(() => this.engine.script(sql));
  }

  transaction<Result>(work: TransactionWork<Result>, options?: TransactionOptions): Promise<Result> {
    return this.time.during(() =>
      this.engine.transaction((open) => this.time.except(() => work(this.#timed(open))), {
        flow: this.flow,
        ...options,
      }),
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

/** The flow of a request's statements. */
export const flowOf = (engine: Engine): Flow | undefined => (engine instanceof TimedEngine ? engine.flow : undefined);

/** An engine whose statements count for an account. */
export const inFlowOf = (engine: Engine, accountId: string): Engine =>
  new TimedEngine(sharedEngine(engine), new DatabaseTime(), { accountId });

/** The engine of a request, with its statements as parts of a long task. */
export const inLongFlow = (engine: Engine): Engine =>
  engine instanceof TimedEngine && engine.flow
    ? new TimedEngine(engine.engine, engine.time, { ...engine.flow, isLong: true })
    : engine;

/** The engine that all requests share. Objects that outlive a request use it. */
export const sharedEngine = (engine: Engine): Engine => (engine instanceof TimedEngine ? engine.engine : engine);

/** Counts a wait for an answer that several requests share. */
export const waitingFor = <Result>(engine: Engine, wait: () => Promise<Result>): Promise<Result> =>
  engine instanceof TimedEngine ? engine.time.during(wait) : wait();
