import { asksForUses, defaultReferences } from '../domain/index.ts';
import type { RuleContext } from '../domain/rule.ts';
import { readDirectory } from '../store/directories.ts';
import type { Directory } from '../store/directory.ts';
import type { Queryable } from '../store/engine.ts';
import { type Prepared, prepare, withEmbedded } from '../store/prepare.ts';
import { countUses } from '../store/uses.ts';
import type { Part } from '../store/write.ts';
import type { Answer, Call } from './call.ts';
import { type Draft, draftOf } from './draft.ts';
import { preparationOf } from './preparation.ts';
import { faultsOfQuestion } from './questions.ts';
import { forget, isExpired, rememberedOf, replay } from './remembered.ts';
import { dayContext, showing } from './shown.ts';
import type { Attempt, Outcome, Task, Work } from './work.ts';
import { partsOf } from './written.ts';

/** What was made or deleted elsewhere since the directory was read shows in what could, and could not, be held. */
export function isOutdated({ directory }: Call, { resource, action }: Task, prepared: Prepared): boolean {
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
  const isReplay = rememberedOf(call, prepared.remembered) !== undefined;
  if (!outdated && (work.action !== 'restore' || isReplay)) return [prepared, call.directory];
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
  if (resource.kept !== 'directory' || !asksForUses(resource.plural, action, given)) return noUses;
  return await countUses(transaction, resource, call.actor.accountId, [...prepared.rows.values()]);
}

/** Of records that are no entries of lists. */
export const noUses: ReadonlyMap<string, number> = new Map();

export const contextOf = (call: Call, directory: Directory, uses: ReadonlyMap<string, number>): RuleContext => ({
  ...dayContext(directory, call.at),
  userId: call.actor.userId,
  usesOf: (id) => uses.get(id) ?? 0,
  faultsOfQuestion: (plural, parameters) => faultsOfQuestion(plural, parameters, directory),
});

/** Takes, locks and looks up what a task needs; with a key already used, the answer given then. */
export async function begin(transaction: Queryable, call: Call, work: Task): Promise<Attempt | Answer> {
  const [prepared, directory] = await prepareFor(transaction, call, work);
  const remembered = rememberedOf(call, prepared.remembered);
  if (remembered && call.idempotency) {
    if (!isExpired(remembered, call.at)) return replay(remembered, call.idempotency);
    await forget(transaction, call);
  }
  const uses = await usesFor(transaction, call, work, prepared);
  return { transaction, call, work, directory, prepared, context: contextOf(call, directory, uses) };
}

/** What is answered to a piece of work, and what is to be written for it: nothing where nothing changes. */
export interface Done {
  readonly answer: Answer;
  readonly parts: readonly Part[];
}

/** Judges every record of an attempt. @throws {Refusal} of the first that is refused. */
export async function carryThrough(attempt: Attempt, { items, answer: answerOf }: Work): Promise<Done> {
  const drafts: Draft[] = [];
  for (const [index, item] of items.entries()) drafts.push(await draftOf(attempt, item, index));
  const answer = answerOf(drafts.map((draft) => outcomeOf(attempt, draft)));
  const changed = drafts.filter((draft) => draft.changed);
  return { answer, parts: changed.length > 0 ? partsOf(attempt, changed, answer) : [] };
}

function outcomeOf({ work, directory, prepared, call }: Attempt, draft: Draft): Outcome {
  const row = withEmbedded(draft.row, work.resource, prepared.referenced);
  return { row, json: showing(work, directory, call.at)(row), changed: draft.changed };
}
