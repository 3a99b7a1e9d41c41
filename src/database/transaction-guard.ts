import { AsyncLocalStorage } from 'node:async_hooks';

/** A transaction that may be open. */
export interface Guarded {
  readonly engine: object;
  readonly open: boolean;
}

let running: AsyncLocalStorage<Guarded> | undefined;

/**
 * Makes this process track which code runs inside a transaction, so that it refuses statements that bypass the
 * transaction. For tests only: before Node 24 the tracking follows every promise, which costs a tenth of the service's
 * work.
 */
export function guardTransactions(): void {
  running ??= new AsyncLocalStorage();
}

/** Runs the work of a transaction, and tracks it if transactions are guarded. */
export const runGuarded = <Result>(transaction: Guarded, work: () => Promise<Result>): Promise<Result> =>
  running === undefined ? work() : running.run(transaction, work);

/**
 * Throws inside the work of an open transaction of `engine`, if transactions are guarded. Otherwise the statement
 * would wait forever on the embedded engine, and would not see the transaction's own writes on a server.
 */
export function refuseWithinTransaction(engine: object): void {
  const current = running?.getStore();
  if (current?.engine === engine && current.open) {
    throw new Error('inside a transaction, send statements to the transaction that was passed');
  }
}
