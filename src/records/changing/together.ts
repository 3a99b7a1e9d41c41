import type { Queryable } from '../../database/engine.ts';
import { write } from '../../store/write/write.ts';
import type { Call, ChangeContext } from '../call.ts';
import { done, type Outcome } from '../outcome.ts';
import { carryOut } from './change.ts';
import { recall, rememberPart } from './remembered.ts';

/**
 * Runs several changes in one transaction, under one idempotency key.
 * @param work gets a call without the key, so that no single change stores an answer.
 */
export const changeTogether = <Value>(
  call: ChangeContext<Value>,
  work: (transaction: Queryable, call: Call) => Promise<Value>,
): Promise<Outcome<Value>> =>
  carryOut(call, async (transaction, fresh) => {
    const { idempotency, ...bare } = fresh;
    if (!idempotency) return done(await work(transaction, bare));
    const replayed = await recall(transaction, fresh);
    if (replayed) return replayed;
    const value = await work(transaction, bare);
    await write(transaction, fresh.actor.accountId, rememberPart(fresh, value));
    return done(value);
  });
