import { Refusal } from '../refusal.ts';

/** The error of a statement that the database refused. Both engines throw it in the same form. */
export class StatementError extends Error {
  /** SQLSTATE, five characters. */
  readonly code: string;
  /** The violated constraint; a sharded server may append a suffix, so compare by prefix. */
  readonly constraint: string | undefined;
  readonly table: string | undefined;
  readonly column: string | undefined;
  readonly detail: string | undefined;
  /** What Postgres was doing, in its words. */
  readonly context: string | undefined;

  constructor(
    message: string,
    report: Pick<StatementError, 'code' | 'constraint' | 'table' | 'column' | 'detail' | 'context'>,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'StatementError';
    this.code = report.code;
    this.constraint = report.constraint;
    this.table = report.table;
    this.column = report.column;
    this.detail = report.detail;
    this.context = report.context;
  }
}

/** The refusal of a statement, if it failed because the database's disk is full or fails; otherwise null. */
export function diskRefusal(code: string, cause: unknown): Refusal | null {
  if (code !== diskFull && code !== inputOutputError) return null;
  return new Refusal('unavailable', 'The database cannot write now: its disk is full or fails.', { cause });
}

/** The refusal of a call when the queue for the database is full. */
export const tooManyWaiting = (): Refusal =>
  new Refusal('unavailable', 'Too many requests are waiting for the database.', { retryAfterSeconds: 1 });

const diskFull = '53100';
const inputOutputError = '58030';

export const uniqueViolation = '23505';
/** The wait for a lock took longer than the session allows. */
export const lockTimeout = '55P03';
/** Whether a statement waited too long for a row that another transaction holds, and not for a whole table or shard. */
export const waitedForRow = ({ code, context = '' }: StatementError): boolean =>
  code === lockTimeout && rowPlace.test(context);

/** The place of a row in the words of Postgres, whose language may differ: `while locking tuple (0,7) in relation …`. */
const rowPlace = /\(\d+,\d+\)/;

/** The refusal of a statement that waited too long for a lock; null for any other error. */
export function lockRefusal(error: unknown): Refusal | null {
  if (!(error instanceof StatementError) || error.code !== lockTimeout) return null;
  const detail = waitedForRow(error)
    ? 'Other requests are changing this record.'
    : 'The database holds these records for a while.';
  return new Refusal('unavailable', detail, { retryAfterSeconds: 1, cause: error });
}

const serializationFailure = '40001';
export const deadlockDetected = '40P01';

/** Whether a retry of the same work may succeed. */
export function lostRace(error: unknown): boolean {
  return error instanceof StatementError && raceCodes.has(error.code);
}

const raceCodes = new Set([uniqueViolation, serializationFailure, deadlockDetected]);

/** The database cannot be used because of its setup or its state. The message is for the operator. */
export class EngineMistake extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[], cause?: unknown) {
    super(mistakes.join('\n'), { cause });
    this.name = 'EngineMistake';
    this.mistakes = mistakes;
  }
}
