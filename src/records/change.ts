import { bellOf } from '../events/bell.ts';
import { Refusal } from '../refusal.ts';
import type { Queryable, Transaction, TransactionOptions } from '../store/engine.ts';
import { lockTimeout, StatementError, uniqueViolation } from '../store/statement-error.ts';
import type { Store } from '../store/store.ts';
import { type Part, write, writeLast } from '../store/write.ts';
import { begin, carryThrough } from './attempt.ts';
import type { Answer, Call } from './call.ts';
import { withFreshDirectory } from './fresh-directory.ts';
import { changeInGroup } from './group.ts';
import { recall } from './remembered.ts';
import type { Work } from './work.ts';

/**
 * Changes records within a transaction that is open already, alone or with other changes, which then stand or fall
 * together.
 * @param writing `writeLast` where nothing follows in the transaction.
 */
export async function changeWithin<Open extends Queryable>(
  transaction: Open,
  call: Call,
  work: Work,
  writing: (transaction: Open, accountId: string, parts: readonly Part[]) => Promise<void> = write,
): Promise<Answer> {
  const begun = await begin(transaction, call, work);
  if ('status' in begun) return begun;
  const { answer, parts } = await carryThrough(begun, work);
  if (parts.length > 0) await writing(transaction, call.actor.accountId, parts);
  return answer;
}

/** What a database error means for the request: others were at work on the same things. */
function refusalOf(error: unknown, call: Call): unknown {
  const state = error instanceof StatementError ? error.code : undefined;
  if (state === uniqueViolation) {
    return new Refusal('conflict', 'Others have just taken a value that this record needs.', { cause: error });
  }
  if (state !== lockTimeout) return error;
  // A twin of a request under way, or whoever else holds the record, is waited for only so long.
  if (call.idempotency) {
    return new Refusal('conflict', 'A request with this Idempotency-Key is still running.', { cause: error });
  }
  const headers = { 'Retry-After': '1' };
  return new Refusal('unavailable', 'The record is being changed by others.', { headers, cause: error });
}

/**
 * The one way to change records: the rules, the rows, the messages, the history and the remembered
 * answer in one transaction. With a key already used, answers as it was answered then.
 * @throws {Refusal} when any record of the work is refused; then nothing has changed.
 */
export const change = (store: Store, call: Call, work: Work): Promise<Answer> =>
  settle(
    store,
    call,
    async () =>
      (await changeInGroup(store, call, work)) ??
      (await inTransaction(store, call, (transaction, fresh) => changeWithin(transaction, fresh, work, writeLast), {
        looksFirst: true,
      })),
  );

type Changing = (transaction: Transaction, call: Call) => Promise<Answer>;

/** Runs a change in a transaction of its own: again with a fresh directory, or as a twin of it was answered. */
export const carryOut = (store: Store, call: Call, work: Changing): Promise<Answer> =>
  settle(store, call, () => inTransaction(store, call, work));

const inTransaction = (store: Store, call: Call, work: Changing, options?: TransactionOptions): Promise<Answer> =>
  withFreshDirectory(store, call, (fresh) =>
    store.engine.transaction((transaction) => work(transaction, fresh), options),
  );

async function settle(store: Store, call: Call, work: () => Promise<Answer>): Promise<Answer> {
  try {
    const answer = await work();
    bellOf(store.engine).ring();
    return answer;
  } catch (error) {
    // A twin may have made the very change because of which this one was refused.
    const remembered = await recall(store.engine, call);
    if (remembered) return remembered;
    throw refusalOf(error, call);
  }
}
