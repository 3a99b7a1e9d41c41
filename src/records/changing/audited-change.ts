import type { Queryable } from '../../database/engine.ts';
import { write } from '../../store/write/write.ts';
import type { KeyedContext, ChangeContext } from '../request-context.ts';
import { done, type Outcome } from '../outcome.ts';
import { runChange } from './change.ts';
import { type AuditEntry, auditStatement } from './audit-log.ts';
import type { ChangedFields } from './changed-fields.ts';
import { findStoredAnswer, storeAnswerStatements } from './idempotency-store.ts';

/** The result of a change to an object that is not a resource's record; `entry` is null if nothing changed. */
export interface AuditedResult<Value> {
  readonly value: Value;
  readonly entry: AuditEntry | null;
}

type Work<Value> = (transaction: Queryable) => Promise<AuditedResult<Value>>;

async function changeWithKey<Value>(
  transaction: Queryable,
  context: KeyedContext<Value>,
  work: Work<Value>,
): Promise<Outcome<Value>> {
  const replayed = await findStoredAnswer(transaction, context);
  if (replayed) return replayed;
  const { value, entry } = await work(transaction);
  if (entry)
    await write(transaction, context.actor.accountId, [
      auditStatement(context, [entry]),
      ...storeAnswerStatements(context, value),
    ]);
  return done(value);
}

/**
 * Changes an object that is not a resource's record (a credential, the account): the work, the log and the stored
 * answer in one transaction. If the idempotency key was used before, returns the stored answer.
 */
export const auditedChange = <Value>(context: ChangeContext<Value>, work: Work<Value>): Promise<Outcome<Value>> =>
  runChange(context, (transaction, fresh) => changeWithKey(transaction, fresh, work));

/** The fields of a new object, for the log. */
export const fieldsMade = (values: Readonly<Record<string, ChangedFields[string]['to']>>): ChangedFields =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, to]) => (to === null ? [] : [[name, { from: null, to }] as const])),
  );
