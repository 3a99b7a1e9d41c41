import type { Queryable } from '../../database/engine.ts';
import { write } from '../../store/write/write.ts';
import type { ChangeCall, ChangeContext } from '../call.ts';
import { done, type Outcome } from '../outcome.ts';
import { carryOut } from './change.ts';
import { type Deed, logPart } from './change-log.ts';
import type { ChangedFields } from './changed-fields.ts';
import { recall, rememberPart } from './remembered.ts';

/** The result of a change to an object that is not a resource's record; `deed` is null if nothing changed. */
export interface Done<Value> {
  readonly value: Value;
  readonly deed: Deed | null;
}

type Work<Value> = (transaction: Queryable) => Promise<Done<Value>>;

async function attempt<Value>(
  transaction: Queryable,
  call: ChangeCall<Value>,
  work: Work<Value>,
): Promise<Outcome<Value>> {
  const replayed = await recall(transaction, call);
  if (replayed) return replayed;
  const { value, deed } = await work(transaction);
  if (deed) await write(transaction, call.actor.accountId, [logPart(call, [deed]), ...rememberPart(call, value)]);
  return done(value);
}

/**
 * Changes an object that is not a resource's record (a credential, the account): the work, the log and the stored
 * answer in one transaction. If the idempotency key was used before, returns the stored answer.
 */
export const changeOnce = <Value>(call: ChangeContext<Value>, work: Work<Value>): Promise<Outcome<Value>> =>
  carryOut(call, (transaction, fresh) => attempt(transaction, fresh, work));

/** The fields of a new object, for the log. */
export const fieldsMade = (values: Readonly<Record<string, ChangedFields[string]['to']>>): ChangedFields =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, to]) => (to === null ? [] : [[name, { from: null, to }] as const])),
  );
