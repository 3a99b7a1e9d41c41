import { bellOf } from '../../events/bell.ts';
import { Refusal } from '../../refusal.ts';
import type { Queryable } from '../../database/engine.ts';
import { lockTimeout, StatementError, uniqueViolation } from '../../database/statement-error.ts';
import { write } from '../../store/write/write.ts';
import { begin, beginKeyed, carryOneThrough, carryThrough } from './attempt.ts';
import type { Call, ChangeCall, ChangeContext } from '../call.ts';
import { done, type Outcome } from '../outcome.ts';
import type { Rendered } from '../rendered.ts';
import { withFreshDirectory } from '../reading/fresh-directory.ts';
import { changeInGroup } from './group.ts';
import { recall } from './remembered.ts';
import { PasswordUnhashed } from './unhashed.ts';
import type { ChangedRecord, OneTask, Task } from './work.ts';

/** Changes records within an open transaction, so that they commit or roll back with its other changes. */
export async function changeWithin(transaction: Queryable, call: Call, task: Task): Promise<readonly ChangedRecord[]> {
  const { records, parts } = await carryThrough(await begin(transaction, call, task));
  if (parts.length > 0) await write(transaction, call.actor.accountId, parts);
  return records;
}

/** Like `changeWithin`, for one record. */
export async function changeOneWithin(
  transaction: Queryable,
  call: Call,
  { item, ...of }: OneTask,
): Promise<ChangedRecord> {
  const [record] = await changeWithin(transaction, call, { ...of, items: [item] });
  if (!record) throw new RangeError('the task has no record');
  return record;
}

/** The refusal for a database error that a concurrent change caused; any other error is returned as it is. */
function refusalOf(error: unknown, call: ChangeCall): unknown {
  const state = error instanceof StatementError ? error.code : undefined;
  if (state === uniqueViolation) {
    return new Refusal('conflict', 'Others have just taken a value that this record needs.', { cause: error });
  }
  if (state !== lockTimeout) return error;
  // The wait for a lock timed out: a request with the same key, or another request, holds it.
  if (call.idempotency) {
    return new Refusal('conflict', 'A request with this Idempotency-Key is still running.', { cause: error });
  }
  return new Refusal('unavailable', 'The record is being changed by others.', { retryAfterSeconds: 1, cause: error });
}

/**
 * The only way to change a record: the rules, the row, the messages, the history and the stored answer in one
 * transaction. If the idempotency key was used before, returns the stored answer.
 * @throws {Refusal} if the record cannot be changed as requested; nothing was written.
 */
export const change = (call: ChangeContext<Rendered>, { item, ...of }: OneTask): Promise<Outcome<Rendered>> =>
  settle(call, async () => {
    const task = { ...of, items: [item] };
    const record = await changeInGroup(call, task);
    if (record) return done(record);
    return await inTransaction(call, (transaction, fresh) => changeAlone(transaction, fresh, task));
  });

async function changeAlone(transaction: Queryable, call: ChangeCall<Rendered>, task: Task): Promise<Outcome<Rendered>> {
  const begun = await beginKeyed(transaction, call, task);
  if ('kind' in begun) return begun;
  const { record, parts } = await carryOneThrough(begun, call);
  if (parts.length > 0) await write(transaction, call.actor.accountId, parts);
  return done(record);
}

type Changing<Value> = (transaction: Queryable, call: ChangeCall<Value>) => Promise<Outcome<Value>>;

/** Runs a change in its own transaction. Retries with a fresh directory, or returns the answer stored for its key. */
export const carryOut = <Value>(call: ChangeContext<Value>, work: Changing<Value>): Promise<Outcome<Value>> =>
  settle(call, () => inTransaction(call, work));

const inTransaction = <Value>(call: ChangeContext<Value>, work: Changing<Value>) =>
  withFreshDirectory(call, (fresh) => call.store.engine.transaction((transaction) => work(transaction, fresh)));

async function settle<Value>(call: ChangeContext<Value>, work: () => Promise<Outcome<Value>>): Promise<Outcome<Value>> {
  try {
    const outcome = await work();
    bellOf(call.store.engine).ring();
    return outcome;
  } catch (error) {
    // The change was only judged; the caller retries it with the hash.
    if (error instanceof PasswordUnhashed) throw error;
    // A request with the same key may have made the change that caused this refusal.
    const replayed = await recall(call.store.engine, call);
    if (replayed) return replayed;
    throw refusalOf(error, call);
  }
}
