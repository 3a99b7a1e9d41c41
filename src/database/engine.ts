import type { Flow } from '../fair-queue.ts';

/** A parameter of a statement. Ids, dates and times are sent as text, and a document as JSON text. */
export type Param = string | number | boolean | null | readonly (string | null)[];

/**
 * A receiver of statements. It returns rows as plain objects: `bigint` as string, `numeric`,
 * `integer` and `double precision` as number, `date` as `YYYY-MM-DD`, `timestamptz` as
 * `YYYY-MM-DDTHH:MM:SS[.mmm]Z` (milliseconds only when not zero), `json` parsed, arrays as arrays.
 */
export interface Queryable {
  query<Row extends object = Record<string, unknown>>(text: string, params?: readonly Param[]): Promise<Row[]>;
}

/** A column of a statement's result. */
export interface ResultColumn {
  readonly name: string;
  /** `pg_type.oid` */
  readonly type: number;
}

/** The result of a statement: its columns and its rows. */
export interface Table {
  readonly columns: readonly ResultColumn[];
  readonly rows: Record<string, unknown>[];
}

export interface TransactionOptions {
  /** The limit of a wait for another transaction's lock, instead of the default. */
  readonly lockTimeoutMs?: number;
  /** False: a machine crash may lose the commit. A later transaction that waits for the disk saves this one too. */
  readonly waitsForDisk?: boolean;
  /** True: every statement sees the database as at the first one (REPEATABLE READ), and none may change it. */
  readonly isSnapshot?: boolean;
  /** True: no timeouts, and the plans of statements that read or write whole tables. */
  readonly isLong?: boolean;
  /** The account for which the transaction counts. */
  readonly flow?: Flow | undefined;
}

/** An open transaction. */
export interface Transaction extends Queryable {
  /** Runs several statements without parameters, such as a migration. */
  script(sql: string): Promise<void>;
}

/** A database of one SQL dialect: a Postgres server or the embedded Postgres. */
export interface Engine extends Queryable, AsyncDisposable {
  readonly kind: 'postgres' | 'embedded';
  /** The database's version and durability, for the log and for `/health`, which is public. */
  readonly description: string;
  /** The folder, or the server and the database. Only for the log. */
  readonly place: string;
  /** False when the operator has given up durability for speed. */
  readonly durable: boolean;
  /**
   * Runs `work` in one READ COMMITTED transaction. After a serialization failure, a deadlock or a lost race
   * for a unique key, the engine rolls back and runs `work` again, a few times, so `work` must be repeatable.
   */
  transaction<Result>(
    work: (transaction: Transaction) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  /** @param flow the account for which the statement counts. */
  query<Row extends object = Record<string, unknown>>(
    text: string,
    params?: readonly Param[],
    flow?: Flow,
  ): Promise<Row[]>;
  /** Like `query`, but also returns the columns of the rows. */
  table(text: string, params: readonly Param[], flow?: Flow): Promise<Table>;
  /** Runs several statements without parameters (a migration) in one transaction. */
  script(sql: string): Promise<void>;
}

/** Receives every statement sent, including `begin` and `commit`: for budgets in tests and for metrics. */
export type StatementObserver = (text: string) => void;
