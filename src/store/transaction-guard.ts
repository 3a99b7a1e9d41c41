import { AsyncLocalStorage } from 'node:async_hooks';

/** A transaction that may be open. */
export interface Guarded {
  readonly engine: object;
  readonly open: boolean;
}

let running: AsyncLocalStorage<Guarded> | undefined;

/**
 * Has this process know from now on what runs within the work of a transaction, so that what is sent past it is refused.
 * For tests: before Node 24 every promise of the process is followed for it, a tenth of all that the service does.
 */
export function guardTransactions(): void {
  running ??= new AsyncLocalStorage();
}

/** Carries out the work of a transaction, where transactions are guarded as such. */
export const runGuarded = <Result>(transaction: Guarded, work: () => Promise<Result>): Promise<Result> =>
  running === undefined ? work() : running.run(transaction, work);

/**
 * Throws within the work of an open transaction of `engine`, where transactions are guarded: waiting there for the
 * engine would wait forever on the embedded one, and on a server see none of the transaction's own writes.
 */
export function refuseWithinTransaction(engine: object): void {
  const current = running?.getStore();
  if (current?.engine === engine && current.open) {
    throw new Error('inside a transaction, send statements to the transaction that was passed');
  }
}
