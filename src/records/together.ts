import type { Queryable } from '../store/engine.ts';
import type { Store } from '../store/store.ts';
import { write } from '../store/write.ts';
import type { Answer, Call } from './call.ts';
import { changeWithin, carryOut } from './change.ts';
import { recall, rememberPart } from './remembered.ts';
import type { Outcome, Work } from './work.ts';

/**
 * Several changes that stand or fall together, under one idempotency key.
 * @param work gets a call without the key: no single change of it is remembered by itself.
 */
export const changeTogether = (
  store: Store,
  call: Call,
  work: (transaction: Queryable, call: Call) => Promise<Answer>,
): Promise<Answer> =>
  carryOut(store, call, async (transaction, fresh) => {
    const { idempotency, ...bare } = fresh;
    if (!idempotency) return await work(transaction, bare);
    const remembered = await recall(transaction, fresh);
    if (remembered) return remembered;
    const answer = await work(transaction, bare);
    await write(transaction, fresh.actor.accountId, rememberPart(fresh, answer));
    return answer;
  });

/** One change of several, with what became of each of its records. */
export async function outcomesOf(
  transaction: Queryable,
  call: Call,
  work: Omit<Work, 'answer'>,
): Promise<readonly Outcome[]> {
  let outcomes: readonly Outcome[] = [];
  await changeWithin(transaction, call, {
    ...work,
    answer: (made) => {
      outcomes = made;
      return { status: 200 };
    },
  });
  return outcomes;
}
