import { asksForUses, defaultReferences } from '../../domain/index.ts';
import type { RuleContext } from '../../domain/rule.ts';
import { readDirectory } from '../../store/rows/directories.ts';
import type { Directory } from '../../store/rows/directory.ts';
import type { Queryable } from '../../database/engine.ts';
import { type Prepared, prepare, withEmbedded } from '../../store/write/prepare.ts';
import { countUses } from '../../store/query/uses.ts';
import type { Part } from '../../store/write/write.ts';
import { Comparisons } from '../../suggestion.ts';
import type { Call, ChangeCall } from '../call.ts';
import type { Replayed } from '../outcome.ts';
import type { Rendered } from '../rendered.ts';
import { type Draft, draftOf } from './draft.ts';
import { preparationOf } from './preparation.ts';
import { faultsOfQuestion } from '../reading/questions.ts';
import { rememberedOf, rememberPart, replayOf } from './remembered.ts';
import { dayContext, rendered } from '../reading/shown.ts';
import { stopUnhashed } from './unhashed.ts';
import type { Attempt, ChangedRecord, Task } from './work.ts';
import { partsOf } from './written.ts';

/** Whether another request changed the directory since the call read it, judged by the rows that could be locked. */
export function isOutdated({ directory }: Call, { resource, action }: Task, prepared: Prepared): boolean {
  const defaults = action === 'create' ? [...defaultReferences(resource.plural, directory)] : [];
  return (
    prepared.directoryVersion !== directory.version ||
    defaults.some(([plural, id]) => !prepared.isLive(plural, id)) ||
    // If the statement waited for an entry's lock, the entry may be newer than the account in the statement's snapshot.
    prepared.small.some(({ plural, id, version }) => directory.entries(plural).get(id)?.version !== version)
  );
}

type Readied = Pick<Attempt, 'prepared' | 'directory'>;

/** Prepares with a directory that is as new as the locked rows. */
async function prepareFor(transaction: Queryable, call: ChangeCall, work: Task): Promise<Readied> {
  const prepared = await prepare(transaction, preparationOf(call, work));
  const outdated = isOutdated(call, work, prepared);
  const isReplay = rememberedOf(call, prepared.remembered) !== undefined;
  if (!outdated && (work.action !== 'restore' || isReplay)) return { prepared, directory: call.directory };
  const directory = outdated ? await readDirectory(transaction, call.actor.accountId, call.directory) : call.directory;
  // Only the row of a restored record tells which unique values it takes again.
  const restored = work.action === 'restore' ? [...prepared.rows.values()] : [];
  const again = { ...preparationOf({ ...call, directory }, work, restored), newIds: 0 };
  return { prepared: { ...(await prepare(transaction, again)), newIds: prepared.newIds }, directory };
}

/** Counts uses only if a rule may refuse to delete a list entry or to change its category. */
async function usesFor(transaction: Queryable, call: Call, work: Task, prepared: Prepared) {
  const { resource, action, items } = work;
  const given = items.map((item) => item.given);
  if (resource.kept !== 'directory' || !asksForUses(resource.plural, action, given)) return noUses;
  return await countUses(transaction, resource, call.actor.accountId, [...prepared.rows.values()]);
}

/** The uses of records that are not list entries. */
export const noUses: ReadonlyMap<string, number> = new Map();

export const contextOf = (call: Call, directory: Directory, uses: ReadonlyMap<string, number>): RuleContext => ({
  ...dayContext(directory, call.at),
  userId: call.actor.userId,
  usesOf: (id) => uses.get(id) ?? 0,
  faultsOfQuestion: (plural, parameters) => faultsOfQuestion(plural, parameters, directory),
  comparisons: call.comparisons ?? new Comparisons(),
});

/** Takes the ids, locks the records and looks up the values that a task needs. */
export const begin = async (transaction: Queryable, call: Call, work: Task): Promise<Attempt> =>
  await attemptOf(transaction, call, work, await prepareFor(transaction, call, work));

/** Like `begin`, but returns the stored answer if the idempotency key was used before. */
export async function beginKeyed(transaction: Queryable, call: ChangeCall, work: Task): Promise<Attempt | Replayed> {
  const readied = await prepareFor(transaction, call, work);
  const replayed = await replayOf(transaction, call, rememberedOf(call, readied.prepared.remembered));
  return replayed ?? (await attemptOf(transaction, call, work, readied));
}

async function attemptOf(transaction: Queryable, call: Call, work: Task, readied: Readied): Promise<Attempt> {
  const uses = await usesFor(transaction, call, work, readied.prepared);
  return { transaction, call, work, ...readied, context: contextOf(call, readied.directory, uses) };
}

/** The records of a task after the change, and the parts to write; no parts if nothing changes. */
export interface Judged {
  readonly records: readonly ChangedRecord[];
  readonly parts: readonly Part[];
}

/** Judges every record of an attempt. @throws {Refusal} of the first refused record. */
export async function carryThrough(attempt: Attempt): Promise<Judged> {
  const { items } = attempt.work;
  const drafts: Draft[] = [];
  for (const [index, item] of items.entries()) drafts.push(await draftOf(attempt, item, index));
  stopUnhashed(items);
  const changed = drafts.filter((draft) => draft.changed);
  return {
    records: drafts.map((draft) => changedRecord(attempt, draft)),
    parts: changed.length > 0 ? partsOf(attempt, changed) : [],
  };
}

/** Like `carryThrough`, for one record, with the answer to store under the call's idempotency key. */
export async function carryOneThrough(attempt: Attempt, call: ChangeCall<Rendered>) {
  const { records, parts } = await carryThrough(attempt);
  const [record] = records;
  if (!record) throw new RangeError('the task has no record');
  return { record, parts: parts.length > 0 ? [...parts, ...rememberPart(call, record)] : parts };
}

function changedRecord({ work, directory, prepared, call }: Attempt, draft: Draft): ChangedRecord {
  const row = withEmbedded(draft.row, work.resource, prepared.referenced);
  return { ...rendered(work.resource, row, { directory, at: call.at }), row };
}
