import type { Engine, Param, StatementObserver, Table, TransactionOptions } from './engine.ts';
import { EngineMistake } from './engine-mistake.ts';
import { allOf, PostgresConnection, type Timeouts } from './postgres-connection.ts';
import { PostgresPool } from './postgres-pool.ts';
import { keepsWrites, readServer, type ServerReport, serverMistakes } from './postgres-requirements.ts';
import { refuseWithinTransaction } from './transaction-guard.ts';
import {
  begin,
  beginningOf,
  carryOut,
  repeatLostRaces,
  type TransactionSteps,
  type TransactionWork,
} from './transaction-work.ts';

export interface PostgresOptions {
  readonly url: string;
  readonly onStatement?: StatementObserver | undefined;
  readonly maxConnections?: number | undefined;
  /** Off behind a PgBouncer that does not keep named statements (before 1.21). */
  readonly preparedStatements?: boolean | undefined;
  readonly statementTimeoutMs?: number | undefined;
  /** Calls that may wait for a connection before the next is refused. */
  readonly maxQueue?: number | undefined;
}

/** Connects to a Postgres server; an `EngineMistake` lists all that is wrong with it. */
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

  constructor(server: Server, options: PostgresOptions, place: string) {
    const { timeouts, report } = server;
    this.#pool = new PostgresPool(
      { url: options.url, timeouts },
      { connections: options.maxConnections ?? 10, maxWaiting: options.maxQueue ?? 1000 },
    );
    this.#observe = options.onStatement ?? (() => {});
    this.#nameStatements = options.preparedStatements ?? true;
    this.durable = keepsWrites(report);
    const survived = this.durable ? 'acknowledged writes are on its disk' : 'NOT DURABLE: a crash may lose writes';
    const untimed =
      timeouts === undefined ? ', the pooler in between allows no statement timeout and no lock timeout' : '';
    this.description = `Postgres ${report.version}, ${survived}${untimed}`;
    this.place = place;
  }

  async query<Row extends object>(text: string, params: readonly Param[] = []): Promise<Row[]> {
    const { rows } = await this.table(text, params);
    return rows as Row[];
  }

  async table(text: string, params: readonly Param[]): Promise<Table> {
    refuseWithinTransaction(this);
    return this.#pool.lend((connection) => this.#send(connection, text, params));
  }

  async transaction<Result>(work: TransactionWork<Result>, options: TransactionOptions = {}): Promise<Result> {
    refuseWithinTransaction(this);
    return this.#pool.lend((connection) => repeatLostRaces(() => this.#attempt(connection, work, options)));
  }

  async script(text: string): Promise<void> {
    refuseWithinTransaction(this);
    // Building an index may take as long as it takes, and so may whoever migrates first.
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

  /** Waits up to five seconds for what is running; asking twice is harmless. */
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
    const begun = connection.script(startOf(options));
    begun.catch(() => undefined);
    if (options.looksFirst !== true) await begun;
    const steps: TransactionSteps = {
      send: async <Row extends object>(text: string, params: readonly Param[]) => {
        const [, { rows }] = await allOf(begun, this.#send(connection, text, params));
        return rows as Row[];
      },
      sendLast: (text, params) => {
        this.#observe(text);
        this.#observe('commit');
        return allOf(begun, connection.sendLast(text, params, this.#nameStatements));
      },
      commit: () => allOf(begun, this.#commit(connection)),
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

  /** What cannot be rolled back loses its connection, and the server rolls it back. */
  async #rollBack(connection: PostgresConnection): Promise<void> {
    if (connection.lost) return;
    await this.#send(connection, 'rollback', []).catch(() => connection.end());
  }

  async #send(connection: PostgresConnection, text: string, params: readonly Param[]): Promise<Table> {
    this.#observe(text);
    return connection.send(text, params, this.#nameStatements);
  }
}

function startOf(options: TransactionOptions): string {
  const { lockTimeoutMs } = options;
  const impatient = lockTimeoutMs === undefined ? [] : [`set local lock_timeout = ${lockTimeoutMs}`];
  return [...beginningOf(options), ...impatient].join(';\n');
}

interface Server {
  readonly report: ServerReport;
  readonly timeouts: Timeouts | undefined;
}

/** So long a request waits for a twin, or for whoever else holds its record. */
const lockTimeoutMs = 5000;

async function examine(options: PostgresOptions, place: string): Promise<Server> {
  const timeouts = { statement: options.statementTimeoutMs ?? 30_000, lock: lockTimeoutMs };
  try {
    return await examineWith(options.url, timeouts).catch((error: unknown) => {
      // PgBouncer refuses start parameters that it does not keep per client.
      if (/startup parameter/i.test(reasonOf(error))) return examineWith(options.url, undefined);
      throw error;
    });
  } catch (error) {
    throw new EngineMistake([`Cannot use the Postgres server at ${place}: ${reasonOf(error)}`], error);
  }
}

async function examineWith(url: string, timeouts: Timeouts | undefined): Promise<Server> {
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

/** Names the server without its password. */
function placeOf(url: string): string {
  if (!URL.canParse(url)) {
    throw new EngineMistake(['DATABASE_URL is not a URL such as postgres://user:password@host/name.']);
  }
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
