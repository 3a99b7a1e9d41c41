import type { Queryable } from '../store/engine.ts';
import type { Store } from '../store/store.ts';
import { write } from '../store/write.ts';
import type { Answer, Call } from './call.ts';
import { carryOut } from './change.ts';
import { type Deed, logPart } from './change-log.ts';
import type { ChangedFields } from './changed-fields.ts';
import { recall, rememberPart } from './remembered.ts';

/** What came of a change to something that is no record: `deed` is null when nothing changed. */
export interface Done {
  readonly answer: Answer;
  readonly deed: Deed | null;
}

async function attempt(
  transaction: Queryable,
  call: Call,
  work: (transaction: Queryable) => Promise<Done>,
): Promise<Answer> {
  const remembered = await recall(transaction, call);
  if (remembered) return remembered;
  const { answer, deed } = await work(transaction);
  if (deed) await write(transaction, call.actor.accountId, [logPart(call, [deed]), ...rememberPart(call, answer)]);
  return answer;
}

/**
 * Changes what is no record of a resource (a credential, the account) as records are changed: the work, the log and
 * the remembered answer in one transaction. With a key already used, answers as it was answered then.
 */
export const changeOnce = (
  store: Store,
  call: Call,
  work: (transaction: Queryable) => Promise<Done>,
): Promise<Answer> => carryOut(store, call, (transaction, fresh) => attempt(transaction, fresh, work));

/** What a new thing consists of, for the log. */
export const fieldsMade = (values: Readonly<Record<string, ChangedFields[string]['to']>>): ChangedFields =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, to]) => (to === null ? [] : [[name, { from: null, to }] as const])),
  );
