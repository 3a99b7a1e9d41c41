/** A value bound to a statement. Ids, dates and times travel as text; a document as JSON text. */
export type Param = string | number | boolean | null | readonly (string | null)[];

/**
 * What a statement can be sent to. Rows come back as plain objects: `bigint` as string, `numeric`,
 * `integer` and `double precision` as number, `date` as `YYYY-MM-DD`, `timestamptz` as
 * `YYYY-MM-DDTHH:MM:SS[.mmm]Z` (milliseconds only when not zero), `json` parsed, arrays as arrays.
 */
export interface Queryable {
  query<Row extends object = Record<string, unknown>>(text: string, params?: readonly Param[]): Promise<Row[]>;
}

/** A transaction that is open: what is sent to it is kept together, or not at all. */
export interface Transaction extends Queryable {
  /**
   * Sends the last statement, and the commit behind it without waiting for its answer. After some failures the driver of
   * a server sends a statement again, by when the transaction is over: so it has to fail outside of one, by selecting
   * `onlyWithin`. Once this has resolved, nothing that the work throws undoes it.
   */
  queryLast(text: string, params: readonly Param[]): Promise<void>;
}

/** A column of what a statement yields. */
export interface Column {
  readonly name: string;
  /** `pg_type.oid` */
  readonly type: number;
}

/** What a statement yields, and in which columns. */
export interface Table {
  readonly columns: readonly Column[];
  readonly rows: Record<string, unknown>[];
}

export interface TransactionOptions {
  /**
   * The first statement writes nothing: it may be sent behind what begins the transaction without waiting for that,
   * though it would be carried out by itself if that failed.
   */
  readonly looksFirst?: boolean;
  /** So long another's lock is waited for, instead of as long as usual. */
  readonly lockTimeoutMs?: number;
  /** False: a crash of the machine may take it back. What waits for the disk after it has all that came before. */
  readonly waitsForDisk?: boolean;
}

/** One SQL dialect on a Postgres server or on the one inside the process. */
export interface Engine extends Queryable, AsyncDisposable {
  readonly kind: 'postgres' | 'embedded';
  /** For the log and `/health`, which anybody may read: what runs and what an acknowledged write has survived. */
  readonly description: string;
  /** For the log alone: the folder, or the server and the database. */
  readonly place: string;
  /** False when the operator has given up durability for speed. */
  readonly durable: boolean;
  /**
   * Runs `work` in one READ COMMITTED transaction. A serialization failure, a deadlock or a lost race
   * for a unique key rolls back and runs `work` again, a few times; so `work` must be repeatable.
   */
  transaction<Result>(
    work: (transaction: Transaction) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  /** As `query`, with the columns of the rows. */
  table(text: string, params: readonly Param[]): Promise<Table>;
  /** Runs several statements without parameters (a migration) in one transaction of their own. */
  script(sql: string): Promise<void>;
}

/** Told of every statement sent, `begin` and `commit` included: for budgets in tests and for metrics. */
export type StatementObserver = (text: string) => void;
