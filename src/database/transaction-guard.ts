import { AsyncLocalStorage } from 'node:async_hooks';

/** A transaction that may be open. */
export interface OpenTransaction {
  readonly engine: object;
  readonly open: boolean;
}

/** Knows which code runs inside a transaction, and refuses its statements that bypass the transaction. */
class TransactionGuard {
  readonly #running = new AsyncLocalStorage<OpenTransaction>();

  /** Runs the work of a transaction. */
  run<Result>(transaction: OpenTransaction, work: () => Promise<Result>): Promise<Result> {
    return this.#running.run(transaction, work);
  }

  /**
   * Throws inside the work of an open transaction of `engine`. The statement would wait forever on the embedded engine,
   * and would not see the transaction's own writes on a server.
   */
  refuseWithin(engine: object): void {
    const current = this.#running.getStore();
    if (current?.engine === engine && current.open) {
      throw new Error('inside a transaction, send statements to the transaction that was passed');
    }
  }
}

/** Undefined unless transactions are guarded. */
export let transactionGuard: TransactionGuard | undefined;

/**
 * Guards the transactions of this process. For tests only: before Node 24 the tracking follows every promise, which
 * costs a tenth of the service's work.
 */
export function guardTransactions(): void {
  transactionGuard ??= new TransactionGuard();
}
