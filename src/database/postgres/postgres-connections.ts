import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { FairQueue, type Flow } from '../../fair-queue.ts';
import { Refusal } from '../../refusal.ts';
import type { Param, Table } from '../engine.ts';
import { encodeParams, parsedTypes, parseValue } from '../engine-values.ts';
import { diskRefusal, StatementError, tooManyWaiting } from '../engine-errors.ts';
import { codeOf } from './carried-errors.ts';

export interface ConnectionOptions {
  readonly url: string;
  /** Undefined if a pooler between client and server refuses timeouts. */
  readonly timeouts: StatementTimeouts | undefined;
}

/** The limits for each statement, in milliseconds: its run time, and its wait for another transaction's lock. */
export interface StatementTimeouts {
  readonly statement: number;
  readonly lock: number;
}

/**
 * One connection, never reopened once it is lost. The driver's own pool (3.4.9) would reopen it in the
 * middle of a transaction, and throws an uncatchable error when it writes to a lost connection.
 */
export class PostgresConnection {
  readonly #sql: postgres.Sql;
  readonly #pending = new Set<(loss: Refusal) => void>();
  readonly #openedAt = performance.now();
  readonly #named = new Set<string>();
  #namedLength = 0;
  #lost = false;

  constructor(options: ConnectionOptions) {
    this.#sql = postgres(options.url, { ...settings(options), onclose: () => this.#lose() });
  }

  /**
   * Whether the pool should replace this connection. The server keeps a named statement as long as the
   * connection, and the driver never closes one, so only a new connection frees unused statements.
   */
  get spent(): boolean {
    const isFull = this.#named.size >= mostNamed || this.#namedLength >= mostNamedLength;
    return this.#lost || isFull || performance.now() - this.#openedAt > lifetimeMs;
  }

  get lost(): boolean {
    return this.#lost;
  }

  async send(text: string, params: readonly Param[], named: boolean): Promise<Table> {
    const encoded = encodeParams(params);
    if (named) this.#name(text);
    // The driver's types do not allow `prepare` for a statement without parameters, but the driver does.
    const protocol: object = { prepare: named, simple: false };
    const rows = await this.#settled(() => this.#sql.unsafe<Record<string, unknown>[]>(text, encoded, protocol));
    return { columns: rows.columns, rows: [...rows] };
  }

  #name(text: string): void {
    if (this.#named.has(text)) return;
    this.#named.add(text);
    this.#namedLength += text.length;
  }

  /** Runs several statements without parameters. */
  async script(text: string): Promise<void> {
    await this.#settled(() => this.#sql.unsafe(text).simple());
  }

  /** Commits. Postgres answers the commit of a failed transaction with a rollback and reports no error. */
  async commit(): Promise<void> {
    const { command } = await this.#settled(() => this.#sql.unsafe('commit').simple());
    if (command !== 'COMMIT') throw new Refusal('unavailable', 'The database did not store the change; try again.');
  }

  async end(): Promise<void> {
    await this.#sql.end({ timeout: 1 });
  }

  /** Rejects when the connection is lost: the driver never settles a statement whose connection is reset. */
  async #settled<Result>(start: () => PromiseLike<Result>): Promise<Result> {
    // No event can close the connection between this microtask and the driver's.
    await Promise.resolve();
    if (this.#lost) throw lostConnection();
    let lose: (loss: Refusal) => void = () => {};
    const loss = new Promise<never>((_, reject) => {
      lose = reject;
    });
    this.#pending.add(lose);
    try {
      return await Promise.race([start(), loss]);
    } catch (error) {
      throw translatePostgresFailure(error);
    } finally {
      this.#pending.delete(lose);
    }
  }

  #lose(): void {
    this.#lost = true;
    for (const lose of this.#pending) lose(lostConnection());
  }
}

interface PoolLimits {
  readonly connections: number;
  readonly maxWaiting: number;
  /** A timer in milliseconds for the shares of the accounts. */
  readonly timer: (() => number) | undefined;
}

/** The connection pool of one server. It lends each connection to one piece of work at a time. */
export class PostgresPool {
  readonly #options: ConnectionOptions;
  readonly #queue: FairQueue;
  readonly #idle: PostgresConnection[] = [];
  readonly #lent = new Map<PostgresConnection, Promise<unknown>>();
  #closing: Promise<void> | undefined;

  constructor(options: ConnectionOptions, limits: PoolLimits) {
    this.#options = options;
    this.#queue = new FairQueue({
      places: limits.connections,
      mostWaiting: limits.maxWaiting,
      refuse: tooManyWaiting,
      timer: limits.timer,
    });
  }

  /** Lends a connection to `work`; refuses if too many calls already wait for a connection. */
  lend<Result>(work: (connection: PostgresConnection) => Promise<Result>, flow?: Flow): Promise<Result> {
    return this.#queue.run(() => this.#lendNow(work), flow);
  }

  /** Closes the pool after waiting up to five seconds for running work. A second call is harmless. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  #isClosing(): boolean {
    return this.#closing !== undefined;
  }

  async #lendNow<Result>(work: (connection: PostgresConnection) => Promise<Result>): Promise<Result> {
    if (this.#isClosing()) throw new Refusal('unavailable', 'The database is closed.');
    const connection = this.#take();
    const result = work(connection);
    this.#lent.set(connection, result);
    try {
      return await result;
    } finally {
      this.#lent.delete(connection);
      if (connection.spent || this.#isClosing()) void connection.end();
      else this.#idle.push(connection);
    }
  }

  #take(): PostgresConnection {
    for (let connection = this.#idle.pop(); connection !== undefined; connection = this.#idle.pop()) {
      if (!connection.spent) return connection;
      void connection.end();
    }
    return new PostgresConnection(this.#options);
  }

  async #end(): Promise<void> {
    await Promise.race([Promise.allSettled(this.#lent.values()), pause(5000, undefined, { ref: false })]);
    await Promise.all([...this.#idle, ...this.#lent.keys()].map((connection) => connection.end()));
  }
}

const lifetimeMs = 45 * 60_000;
const mostNamed = 500;
/** In characters. The server uses about a hundred bytes for each character. */
const mostNamedLength = 1_000_000;

const lostConnection = () => new Refusal('unavailable', 'The connection to the database was lost; try again.');

function settings({ timeouts }: ConnectionOptions): postgres.Options<Record<string, postgres.PostgresType>> {
  return {
    max: 1,
    max_lifetime: null,
    connect_timeout: 5,
    fetch_types: false,
    onnotice: () => {},
    types: textTypes(),
    connection: {
      application_name: 'plumbline',
      TimeZone: 'UTC',
      DateStyle: 'ISO',
      // JIT compilation takes longer than any of these statements: two seconds for a search among a million rows.
      ...(timeouts && { statement_timeout: timeouts.statement, lock_timeout: timeouts.lock, jit: 'off' }),
    },
  };
}

/** Makes the driver leave parameters unchanged and parse results as the embedded engine does. */
function textTypes(): Record<string, postgres.PostgresType> {
  const numbers = [...driverTypes, ...parsedTypes()];
  const entries = numbers.map((type): [string, postgres.PostgresType] => [
    `type${type}`,
    { to: type, from: [type], serialize: String, parse: (text: string) => parseValue(type, text) },
  ]);
  return Object.fromEntries(entries);
}

/** The types that the driver would otherwise convert. */
const driverTypes = [16, 17, 20, 21, 23, 25, 26, 114, 700, 701, 1082, 1114, 1184, 3802];

/** Translates the driver's error to a `StatementError`, or to `unavailable` if the server cannot be reached. */
function translatePostgresFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const refusal = error instanceof postgres.PostgresError ? diskRefusal(error.code, error) : null;
  if (refusal) return refusal;
  if (unavailable(error)) {
    const detail = 'The database cannot be reached or is overloaded; try again.';
    return new Refusal('unavailable', detail, { cause: error });
  }
  if (!(error instanceof postgres.PostgresError)) return error;
  const { detail, table_name: table, column_name: column, where: context } = error;
  return new StatementError(error.message, { ...codeOf(error), table, column, detail, context }, error);
}

function unavailable(error: Error): boolean {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof postgres.PostgresError) return unavailableStates.test(code);
  return connectionCodes.test(code);
}

/** Connection exceptions, insufficient resources, cancellation or timeout, read-only, shutdown or startup. */
const unavailableStates = /^(?:08|53|57014|57P0[1-5]|25006)/;

const connectionCodes = /^(?:CONNECTION_|CONNECT_|E(?:CONN|HOST|NET|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|NOENT$))/;
