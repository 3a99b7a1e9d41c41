import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '../../refusal.ts';
import { type ConnectionOptions, PostgresConnection } from './postgres-connection.ts';
import { Semaphore } from '../semaphore.ts';

/** The connection pool of one server. It lends each connection to one piece of work at a time. */
export class PostgresPool {
  readonly #options: ConnectionOptions;
  readonly #semaphore: Semaphore;
  readonly #idle: PostgresConnection[] = [];
  readonly #lent = new Map<PostgresConnection, Promise<unknown>>();
  #closing: Promise<void> | undefined;

  constructor(options: ConnectionOptions, limits: { connections: number; maxWaiting: number }) {
    this.#options = options;
    this.#semaphore = new Semaphore({ places: limits.connections, maxWaiting: limits.maxWaiting });
  }

  /** Lends a connection to `work`; refuses if too many calls already wait for a connection. */
  lend<Result>(work: (connection: PostgresConnection) => Promise<Result>): Promise<Result> {
    return this.#semaphore.run(() => this.#lendNow(work));
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
    if (this.#isClosing()) throw closed();
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

const closed = () => new Refusal('unavailable', 'The database is closed.');
