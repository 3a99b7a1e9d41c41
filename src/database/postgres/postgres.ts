import type { Flow } from '../../fair-queue.ts';
import type { Engine, Param, StatementObserver, Table, TransactionOptions } from '../engine.ts';
import { EngineMistake } from '../engine-errors.ts';
import { PostgresConnection, PostgresPool, type StatementTimeouts } from './postgres-connections.ts';
import { keepsWrites, readServer, type ServerReport, serverMistakes } from './postgres-requirements.ts';
import {
  begin,
  beginningOf,
  carryOut,
  repeatLostRaces,
  type TransactionSteps,
  type TransactionWork,
} from '../transaction-work.ts';
import { transactionGuard } from '../transaction-guard.ts';
import { observerOf } from '../every-statement.ts';

export interface PostgresOptions {
  readonly url: string;
  readonly onStatement?: StatementObserver | undefined;
  readonly maxConnections?: number | undefined;
  /** Set it to false behind a PgBouncer that does not keep named statements (before 1.21). */
  readonly preparedStatements?: boolean | undefined;
  /** If false, the server plans each statement of a transaction for its values when that looks cheaper. */
  readonly genericPlans?: boolean | undefined;
  /** The embedded engine has no such limit, because its statements cannot be interrupted. */
  readonly statementTimeoutMs?: number | undefined;
  /** The number of calls that may wait for a connection before the next call is refused. */
  readonly maxQueue?: number | undefined;
  /** A timer in milliseconds for the shares of the accounts. The default is the process's own. */
  readonly timer?: (() => number) | undefined;
}

/** Connects to a Postgres server. @throws {EngineMistake} with all reasons not to use the server. */
export async function openPostgres(options: PostgresOptions): Promise<PostgresEngine> {
  const place = placeOf(options.url);
  const server = await examine(options, place);
  const mistakes = serverMistakes(server.report);
  if (mistakes.length > 0) throw new EngineMistake(mistakes.map((mistake) => `${place}: ${mistake}`));
  return new PostgresEngine(server, options, place);
}

export class PostgresEngine implements Engine {
  readonly kind = 'postgres';
  readonly description: string;
  readonly place: string;
  readonly durable: boolean;
  readonly #pool: PostgresPool;
  readonly #observe: StatementObserver;
  readonly #nameStatements: boolean;
  readonly #genericPlans: boolean;

  constructor(server: Server, options: PostgresOptions, place: string) {
    const { timeouts, report } = server;
    this.#pool = new PostgresPool(
      { url: options.url, timeouts },
      { connections: options.maxConnections ?? 10, maxWaiting: options.maxQueue ?? 1000, timer: options.timer },
    );
    this.#observe = observerOf(options.onStatement);
    this.#nameStatements = options.preparedStatements ?? true;
    this.#genericPlans = options.genericPlans ?? true;
    this.durable = keepsWrites(report);
    const survived = this.durable ? 'acknowledged writes are on its disk' : 'NOT DURABLE: a crash may lose writes';
    const untimed =
      timeouts === undefined ? ', the connection pooler allows no statement timeout and no lock timeout' : '';
    this.description = `Postgres ${report.version}, ${survived}${untimed}`;
    this.place = place;
  }

  async query<Row extends object>(text: string, params: readonly Param[] = [], flow?: Flow): Promise<Row[]> {
    const { rows } = await this.table(text, params, flow);
    return rows as Row[];
  }

  async table(text: string, params: readonly Param[], flow?: Flow): Promise<Table> {
    transactionGuard?.refuseWithin(this);
    return this.#pool.lend((connection) => this.#send(connection, text, params), flow);
  }

  async transaction<Result>(work: TransactionWork<Result>, options: TransactionOptions = {}): Promise<Result> {
    transactionGuard?.refuseWithin(this);
    return this.#pool.lend(
      (connection) => repeatLostRaces(() => this.#attempt(connection, work, options)),
      options.flow,
    );
  }

  async script(text: string): Promise<void> {
    transactionGuard?.refuseWithin(this);
    // No timeouts: building an index may take long, and so may another process that holds the migration lock.
    const patient = `set local statement_timeout = 0;\nset local lock_timeout = 0;\n${text}`;
    await this.#pool.lend((connection) =>
      this.#orRollBack(connection, async () => {
        this.#observe('begin');
        await connection.script(begin);
        this.#observe(text);
        await connection.script(patient);
        await this.#commit(connection);
      }),
    );
  }

  /** Closes the pool after waiting up to five seconds for running work. A second call is harmless. */
  async close(): Promise<void> {
    await this.#pool.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #attempt<Result>(
    connection: PostgresConnection,
    work: TransactionWork<Result>,
    options: TransactionOptions,
  ): Promise<Result> {
    this.#observe('begin');
    await connection.script(startOf(options, this.#genericPlans));
    const steps: TransactionSteps = {
      send: async <Row extends object>(text: string, params: readonly Param[] = []) => {
        const { rows } = await this.#send(connection, text, params);
        return rows as Row[];
      },
      script: async (text) => {
        this.#observe(text);
        await connection.script(text);
      },
      commit: () => this.#commit(connection),
    };
    return await this.#orRollBack(connection, () => carryOut(this, steps, work));
  }

  async #commit(connection: PostgresConnection): Promise<void> {
    this.#observe('commit');
    await connection.commit();
  }

  async #orRollBack<Result>(connection: PostgresConnection, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      await this.#rollBack(connection);
      throw error;
    }
  }

  /** Rolls back. If the rollback fails, the connection is closed, and the server rolls back. */
  async #rollBack(connection: PostgresConnection): Promise<void> {
    if (connection.lost) return;
    await this.#send(connection, 'rollback', []).catch(() => connection.end());
  }

  async #send(connection: PostgresConnection, text: string, params: readonly Param[]): Promise<Table> {
    this.#observe(text);
    return connection.send(text, params, this.#nameStatements);
  }
}

function startOf(options: TransactionOptions, genericPlans: boolean): string {
  const { lockTimeoutMs } = options;
  const impatient = lockTimeoutMs === undefined ? [] : [`set local lock_timeout = ${lockTimeoutMs}`];
  return [...beginningOf(options, genericPlans), ...impatient].join(';\n');
}

interface Server {
  readonly report: ServerReport;
  readonly timeouts: StatementTimeouts | undefined;
}

/** The limit of a request's wait for a duplicate of itself, or for another request that locks its record. */
const lockTimeoutMs = 5000;

async function examine(options: PostgresOptions, place: string): Promise<Server> {
  const timeouts = { statement: options.statementTimeoutMs ?? 30_000, lock: lockTimeoutMs };
  try {
    return await examineWith(options.url, timeouts).catch((error: unknown) => {
      // PgBouncer refuses startup parameters that it does not keep per client.
      if (/startup parameter/i.test(reasonOf(error))) return examineWith(options.url, undefined);
      throw error;
    });
  } catch (error) {
    throw new EngineMistake([`Cannot use the Postgres server at ${place}: ${reasonOf(error)}`], error);
  }
}

async function examineWith(url: string, timeouts: StatementTimeouts | undefined): Promise<Server> {
  const connection = new PostgresConnection({ url, timeouts });
  try {
    const report = await readServer({
      query: async <Row extends object>(text: string, params: readonly Param[] = []) => {
        const { rows } = await connection.send(text, params, false);
        return rows as Row[];
      },
    });
    return { report, timeouts };
  } finally {
    await connection.end();
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}

/** The server's host and database name, without the password. */
function placeOf(url: string): string {
  if (!URL.canParse(url)) {
    throw new EngineMistake(['DATABASE_URL is not a URL such as postgres://user:password@host/name.']);
  }
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
