import { asksForUses, defaultReferences } from '../domain/index.ts';
import type { RuleContext } from '../domain/rule.ts';
import { Refusal } from '../refusal.ts';
import { readDirectory } from '../store/directories.ts';
import type { Directory } from '../store/directory.ts';
import type { Queryable } from '../store/engine.ts';
import { type Prepared, prepare, withEmbedded } from '../store/prepare.ts';
import type { Store } from '../store/store.ts';
import { lockTimeout, StatementError, uniqueViolation } from '../store/statement-error.ts';
import { countUses } from '../store/uses.ts';
import { write } from '../store/write.ts';
import type { Answer, Call } from './call.ts';
import { type Draft, draftOf } from './draft.ts';
import { withFreshDirectory } from './fresh-directory.ts';
import { faultsOfQuestion } from './questions.ts';
import { preparationOf } from './preparation.ts';
import { forget, isExpired, recall, replay } from './remembered.ts';
import { dayContext, showing } from './shown.ts';
import type { Attempt, Outcome, Task, Work } from './work.ts';
import { partsOf } from './written.ts';

/** What was made or deleted elsewhere since the directory was read shows in what could, and could not, be held. */
function isOutdated({ directory }: Call, { resource, action }: Task, prepared: Prepared): boolean {
  const defaults = action === 'create' ? [...defaultReferences(resource.plural, directory)] : [];
  return (
    prepared.directoryVersion !== directory.version ||
    defaults.some(([plural, id]) => !prepared.isLive(plural, id)) ||
    // One that had to be waited for may have become another than the statement's own view of the account tells.
    prepared.small.some(({ plural, id, version }) => directory.entries(plural).get(id)?.version !== version)
  );
}

/** Prepares with a directory that is as new as the rows held. */
async function prepareFor(transaction: Queryable, call: Call, work: Task): Promise<[Prepared, Directory]> {
  const prepared = await prepare(transaction, preparationOf(call, work));
  const outdated = isOutdated(call, work, prepared);
  if (!outdated && (work.action !== 'restore' || prepared.remembered)) return [prepared, call.directory];
  const directory = outdated ? await readDirectory(transaction, call.actor.accountId) : call.directory;
  // What a restored record takes up again is known only from its row.
  const restored = work.action === 'restore' ? [...prepared.rows.values()] : [];
  const again = { ...preparationOf({ ...call, directory }, work, restored), newIds: 0 };
  return [{ ...(await prepare(transaction, again)), newIds: prepared.newIds }, directory];
}

/** Uses are counted only where a list's entry may be refused to go or to change its meaning. */
async function usesFor(transaction: Queryable, call: Call, work: Task, prepared: Prepared) {
  const { resource, action, items } = work;
  const given = items.map((item) => item.given);
  if (resource.kept !== 'directory' || !asksForUses(resource.plural, action, given)) return new Map<string, number>();
  return await countUses(transaction, resource, call.actor.accountId, [...prepared.rows.values()]);
}

const contextOf = (call: Call, directory: Directory, uses: ReadonlyMap<string, number>): RuleContext => ({
  ...dayContext(directory, call.at),
  userId: call.actor.userId,
  usesOf: (id) => uses.get(id) ?? 0,
  faultsOfQuestion: (plural, parameters) => faultsOfQuestion(plural, parameters, directory),
});

/** Takes, locks and looks up what a task needs; with a key already used, the answer given then. */
export async function begin(transaction: Queryable, call: Call, work: Task): Promise<Attempt | Answer> {
  const [prepared, directory] = await prepareFor(transaction, call, work);
  if (prepared.remembered && call.idempotency) {
    if (!isExpired(prepared.remembered, call.at)) return replay(prepared.remembered, call.idempotency);
    await forget(transaction, call);
  }
  const uses = await usesFor(transaction, call, work, prepared);
  return { transaction, call, work, directory, prepared, context: contextOf(call, directory, uses) };
}

function outcomeOf({ work, directory, prepared, call }: Attempt, draft: Draft): Outcome {
  const row = withEmbedded(draft.row, work.resource, prepared.referenced);
  return { row, json: showing(work, directory, call.at)(row), changed: draft.changed };
}

/** The same within a transaction that is open already, so that several changes stand or fall together. */
export async function changeWithin(transaction: Queryable, call: Call, work: Work): Promise<Answer> {
  const begun = await begin(transaction, call, work);
  if ('status' in begun) return begun;
  const drafts: Draft[] = [];
  for (const [index, item] of work.items.entries()) drafts.push(await draftOf(begun, item, index));
  const answer = work.answer(drafts.map((draft) => outcomeOf(begun, draft)));
  const changed = drafts.filter((draft) => draft.changed);
  if (changed.length > 0) await write(transaction, call.actor.accountId, partsOf(begun, changed, answer));
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
  carryOut(store, call, (transaction, fresh) => changeWithin(transaction, fresh, work));

/** Runs a change in a transaction of its own: again with a fresh directory, or as a twin of it was answered. */
export async function carryOut(
  store: Store,
  call: Call,
  work: (transaction: Queryable, call: Call) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await withFreshDirectory(store, call, (fresh) =>
      store.engine.transaction((transaction) => work(transaction, fresh)),
    );
  } catch (error) {
    // A twin may have made the very change because of which this one was refused.
    const remembered = await recall(store.engine, call);
    if (remembered) return remembered;
    throw refusalOf(error, call);
  }
}
