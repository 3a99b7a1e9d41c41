import { tellCommit } from '../../jobs/notifier.ts';
import { Refusal } from '../../refusal.ts';
import type { Queryable } from '../../database/engine.ts';
import {
  lockRefusal,
  lockTimeout,
  StatementError,
  uniqueViolation,
  waitedForRow,
} from '../../database/engine-errors.ts';
import { refuseHeld } from '../../store/access/held-accounts.ts';
import { write, type WriteStatement } from '../../store/write/write.ts';
import { beginSession, beginKeyedSession } from './change-session.ts';
import { judgeOneRecord, judgeRecords, PasswordUnhashed } from './judge-records.ts';
import type { RequestContext, KeyedContext, ChangeContext } from '../request-context.ts';
import { withFreshDirectory } from '../fresh-directory.ts';
import { done, type ChangeOutcome, type RenderedRecord } from '../results.ts';
import { changeInGroup } from './group-commit.ts';
import { findStoredAnswer, storeAnswerStatements } from './stored-answer.ts';
import type { ChangedRecord, ChangeSession, SingleChange, ChangeSet } from './change-set.ts';

/** Changes records within an open transaction, so that they commit or roll back with its other changes. */
export async function changeWithin(
  transaction: Queryable,
  context: RequestContext,
  changeSet: ChangeSet,
): Promise<readonly ChangedRecord[]> {
  const session = await beginSession(transaction, context, changeSet);
  const { records, statements } = await judgeRecords(session);
  await writeChange(session, statements);
  return records;
}

async function writeChange(session: ChangeSession, statements: readonly WriteStatement[]): Promise<void> {
  if (statements.length === 0) return;
  const { transaction, context, changeSet, prefetched } = session;
  await write(transaction, context.actor.accountId, statements);
  if (changeSet.resource.kept === 'table') return;
  context.onDirectoryChange?.(String(BigInt(prefetched.directoryVersion) + 1n));
}

/** Like `changeWithin`, for one record. */
export async function changeOneWithin(
  transaction: Queryable,
  context: RequestContext,
  { item, ...of }: SingleChange,
): Promise<ChangedRecord> {
  const [record] = await changeWithin(transaction, context, { ...of, items: [item] });
  if (!record) throw new RangeError('the change has no record');
  return record;
}

/** The refusal for a database error that a concurrent change caused; any other error is returned as it is. */
function refusalOf(error: unknown, context: KeyedContext): unknown {
  if (!(error instanceof StatementError)) return error;
  if (error.code === uniqueViolation) {
    return new Refusal('conflict', 'Another request has just taken a unique value of this record.', { cause: error });
  }
  // A request with the same key may hold the row of that key, or another request the record.
  if (error.code === lockTimeout && waitedForRow(error) && context.idempotency) {
    return new Refusal('conflict', 'Another request with this Idempotency-Key, or for this record, is still running.', {
      cause: error,
    });
  }
  return lockRefusal(error) ?? error;
}

/**
 * The only way to change a record: the rules, the row, the messages, the history and the stored answer in one
 * transaction. If the idempotency key was used before, returns the stored answer.
 * @throws {Refusal} if the record cannot be changed as requested; nothing was written.
 */
export const change = (
  context: ChangeContext<RenderedRecord>,
  { item, ...of }: SingleChange,
): Promise<ChangeOutcome<RenderedRecord>> => settle(context, () => changeOne(context, { ...of, items: [item] }));

async function changeOne(
  context: ChangeContext<RenderedRecord>,
  changeSet: ChangeSet,
): Promise<ChangeOutcome<RenderedRecord>> {
  const record = await changeInGroup(context, changeSet);
  if (record) return done(record);
  return await inTransaction(context, (transaction, fresh) => changeAlone(transaction, fresh, changeSet));
}

async function changeAlone(
  transaction: Queryable,
  context: KeyedContext<RenderedRecord>,
  changeSet: ChangeSet,
): Promise<ChangeOutcome<RenderedRecord>> {
  const begun = await beginKeyedSession(transaction, context, changeSet);
  if ('kind' in begun) return begun;
  const { record, statements } = await judgeOneRecord(begun, context);
  await writeChange(begun, statements);
  return done(record);
}

type Changing<Value> = (transaction: Queryable, context: KeyedContext<Value>) => Promise<ChangeOutcome<Value>>;

/** Runs a change in its own transaction. Retries with a fresh directory, or returns the answer stored for its key. */
export const runChange = <Value>(context: ChangeContext<Value>, work: Changing<Value>): Promise<ChangeOutcome<Value>> =>
  settle(context, () => inTransaction(context, work));

const inTransaction = <Value>(context: ChangeContext<Value>, work: Changing<Value>) =>
  withFreshDirectory(context, (fresh) =>
    context.store.engine.transaction(async (transaction) => {
      refuseHeld(context.store.engine, context.actor.accountId);
      return await work(transaction, fresh);
    }),
  );

async function settle<Value>(
  context: ChangeContext<Value>,
  work: () => Promise<ChangeOutcome<Value>>,
): Promise<ChangeOutcome<Value>> {
  try {
    const outcome = await work();
    tellCommit(context.store.engine, context.actor.accountId);
    return outcome;
  } catch (error) {
    // The change was only judged; the caller retries it with the hash.
    if (error instanceof PasswordUnhashed) throw error;
    // A request with the same key may have made the change that caused this refusal.
    const replayed = await findStoredAnswer(context.store.engine, context);
    if (replayed) return replayed;
    throw refusalOf(error, context);
  }
}

/**
 * Runs several changes in one transaction, under one idempotency key.
 * @param work gets a context without the key, so that no single change stores an answer.
 */
export const compoundChange = <Value>(
  context: ChangeContext<Value>,
  work: (transaction: Queryable, context: RequestContext) => Promise<Value>,
): Promise<ChangeOutcome<Value>> =>
  runChange(context, async (transaction, fresh) => {
    const { idempotency, ...bare } = fresh;
    if (!idempotency) return done(await work(transaction, bare));
    const replayed = await findStoredAnswer(transaction, fresh);
    if (replayed) return replayed;
    const value = await work(transaction, bare);
    await write(transaction, fresh.actor.accountId, storeAnswerStatements(fresh, value));
    return done(value);
  });
