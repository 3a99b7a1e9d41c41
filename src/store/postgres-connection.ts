import postgres from 'postgres';
import { Refusal } from '../refusal.ts';
import type { Param, Table } from './engine.ts';
import { encodeParams, parsedTypes, parseValue } from './engine-values.ts';
import { translatePostgresFailure } from './postgres-failure.ts';

export interface ConnectionOptions {
  readonly url: string;
  /** None where a pooler in between refuses them. */
  readonly timeouts: Timeouts | undefined;
}

/** In milliseconds, for each statement: how long it may run, and how long it may wait for another's lock. */
export interface Timeouts {
  readonly statement: number;
  readonly lock: number;
}

/**
 * One connection, used until it is lost and never again. The driver's own pool (3.4.9) would open it
 * anew in the middle of a transaction, and throws where nobody can catch when it writes to a lost one.
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
   * Whether the next piece of work should have another connection. The server keeps a named statement
   * as long as its connection and the driver gives none up, so a new connection forgets the unused ones.
   */
  get spent(): boolean {
    const isFull = this.#named.size >= mostNamed || this.#namedLength >= mostNamedLength;
    return this.#lost || isFull || performance.now() - this.#openedAt > lifetimeMs;
  }

  get lost(): boolean {
    return this.#lost;
  }

  async send(text: string, params: readonly Param[], named: boolean): Promise<Table> {
    return await this.#sendEncoded(text, encodeParams(params), named);
  }

  /** A statement and the commit behind it, which is not sent when the statement cannot be. */
  async sendLast(text: string, params: readonly Param[], named: boolean): Promise<void> {
    const encoded = encodeParams(params);
    await allOf(this.#sendEncoded(text, encoded, named), this.commit());
  }

  async #sendEncoded(text: string, encoded: ReturnType<typeof encodeParams>, named: boolean): Promise<Table> {
    if (named) this.#name(text);
    // The driver's types do not know that a statement without parameters can be prepared, too.
    const protocol: object = { prepare: named, simple: false };
    const rows = await this.#settled(() => this.#sql.unsafe<Record<string, unknown>[]>(text, encoded, protocol));
    return { columns: rows.columns, rows: [...rows] };
  }

  #name(text: string): void {
    if (this.#named.has(text)) return;
    this.#named.add(text);
    this.#namedLength += text.length;
  }

  /** Several statements without parameters. */
  async script(text: string): Promise<void> {
    await this.#settled(() => this.#sql.unsafe(text).simple());
  }

  /** Postgres answers the commit of a transaction that has failed with a rollback, and calls that no error. */
  async commit(): Promise<void> {
    const { command } = await this.#settled(() => this.#sql.unsafe('commit').simple());
    if (command !== 'COMMIT') throw new Refusal('unavailable', 'The database has not kept the change; try again.');
  }

  async end(): Promise<void> {
    await this.#sql.end({ timeout: 1 });
  }

  /** The driver forgets a statement whose connection is reset, so its loss settles it here. */
  async #settled<Result>(start: () => PromiseLike<Result>): Promise<Result> {
    // Between this microtask and the driver's no event can take the connection away.
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

/** What all of them yield; with the error of the first that failed, when all are over. */
export async function allOf<Sent extends readonly Promise<unknown>[]>(...sent: Sent) {
  await Promise.allSettled(sent);
  return await Promise.all(sent);
}

const lifetimeMs = 45 * 60_000;
const mostNamed = 500;
/** In characters: the server takes about a hundred bytes for each. */
const mostNamedLength = 1_000_000;

const lostConnection = () =>
  new Refusal('unavailable', 'The connection to the database was lost; try again.', {
    headers: { 'Retry-After': '5' },
  });

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
      // Compiling a statement takes longer than any of these takes: a search among a million rows two seconds.
      ...(timeouts && { statement_timeout: timeouts.statement, lock_timeout: timeouts.lock, jit: 'off' }),
    },
  };
}

/** Makes the driver leave parameters as they are and parse results as the embedded engine's are. */
function textTypes(): Record<string, postgres.PostgresType> {
  const numbers = [...driverTypes, ...parsedTypes()];
  const entries = numbers.map((type): [string, postgres.PostgresType] => [
    `type${type}`,
    { to: type, from: [type], serialize: String, parse: (text: string) => parseValue(type, text) },
  ]);
  return Object.fromEntries(entries);
}

/** Types that the driver would otherwise convert by itself. */
const driverTypes = [16, 17, 20, 21, 23, 25, 26, 114, 700, 701, 1082, 1114, 1184, 3802];
