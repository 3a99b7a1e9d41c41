import type { Queryable } from '../../database/engine.ts';
import { write } from '../../store/write/write.ts';
import type { RequestContext, ChangeContext } from '../request-context.ts';
import { done, type Outcome } from '../outcome.ts';
import { runChange } from './change.ts';
import { findStoredAnswer, storeAnswerStatements } from './idempotency-store.ts';

/**
 * Runs several changes in one transaction, under one idempotency key.
 * @param work gets a context without the key, so that no single change stores an answer.
 */
export const compoundChange = <Value>(
  context: ChangeContext<Value>,
  work: (transaction: Queryable, context: RequestContext) => Promise<Value>,
): Promise<Outcome<Value>> =>
  runChange(context, async (transaction, fresh) => {
    const { idempotency, ...bare } = fresh;
    if (!idempotency) return done(await work(transaction, bare));
    const replayed = await findStoredAnswer(transaction, fresh);
    if (replayed) return replayed;
    const value = await work(transaction, bare);
    await write(transaction, fresh.actor.accountId, storeAnswerStatements(fresh, value));
    return done(value);
  });
