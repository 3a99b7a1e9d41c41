import { needsReferrerCount, defaultReferences, uniqueValuesOf } from '../../domain/index.ts';
import type { RuleContext } from '../../domain/rule.ts';
import type { Resource, Row } from '../../resources/resource.ts';
import { isId } from '../../resources/vocabulary/formats.ts';
import { readDirectory } from '../../store/rows/directories.ts';
import type { Directory } from '../../store/rows/directory.ts';
import type { Queryable } from '../../database/engine.ts';
import type { AnswerRow, KeyedAnswerRow } from '../../store/write/idempotency-keys.ts';
import { type PrefetchedRows, prefetch, withEmbedded } from '../../store/write/prefetch.ts';
import { type PrefetchRequest, uniqueColumns } from '../../store/write/prefetch-text.ts';
import { countReferrers } from '../../store/query/referrers.ts';
import type { WriteStatement } from '../../store/write/write.ts';
import { mostComparisons } from '../../suggestion.ts';
import type { RequestContext, KeyedContext } from '../request-context.ts';
import type { ReplayedAnswer, RenderedRecord } from '../results.ts';
import { type Draft, draftOf } from './draft.ts';
import { externalIdsIn, withKnownIds } from './named-references.ts';
import { keyedEntries, referencedIds } from './record-checks.ts';
import { faultsOfQuestion } from '../reading/list-request.ts';
import { replayOf, storeAnswerStatements } from './stored-answer.ts';
import { narrowerThan } from '../rights.ts';
import { dayContext, rendered } from '../reading/renderer.ts';
import type { ChangeSession, Action, ChangedRecord, ChangeSet, Item } from './change-set.ts';
import { ignoredKeys } from './ignored-values.ts';
import { writePlan } from './write-plan.ts';

/** Whether another request changed the directory since the request read it, judged by the rows that could be locked. */
export function isOutdated(
  { directory }: RequestContext,
  { resource, action }: ChangeSet,
  prefetched: PrefetchedRows,
): boolean {
  const defaults = action === 'create' ? [...defaultReferences(resource.plural, directory)] : [];
  return (
    prefetched.directoryVersion !== directory.version ||
    defaults.some(([plural, id]) => !prefetched.isLive(plural, id)) ||
    // If the statement waited for an entry's lock, the entry may be newer than the account in the statement's snapshot.
    prefetched.heldEntries.some(({ plural, id, version }) => directory.entries(plural).get(id)?.version !== version)
  );
}

type PrefetchedState = Pick<ChangeSession, 'prefetched' | 'directory'>;

/** Prepares with a directory that is as new as the locked rows. */
async function prefetchFor(
  transaction: Queryable,
  context: KeyedContext,
  changeSet: ChangeSet,
): Promise<PrefetchedState> {
  const prefetched = await prefetch(transaction, prefetchRequestOf(context, changeSet));
  const outdated = isOutdated(context, changeSet, prefetched);
  const isReplay = answerRowOf(context, prefetched.storedAnswers) !== undefined;
  if (!outdated && (changeSet.action !== 'restore' || isReplay)) return { prefetched, directory: context.directory };
  const directory = outdated
    ? await readDirectory(transaction, context.actor.accountId, context.directory)
    : context.directory;
  // Only the row of a restored record tells which unique values it takes again.
  const restored = changeSet.action === 'restore' ? [...prefetched.rows.values()] : [];
  const again = { ...prefetchRequestOf({ ...context, directory }, changeSet, restored), newIds: 0 };
  return { prefetched: { ...(await prefetch(transaction, again)), newIds: prefetched.newIds }, directory };
}

/** The stored answer under the request's idempotency key. */
export const answerRowOf = (
  { actor, idempotency }: KeyedContext,
  stored: readonly KeyedAnswerRow[],
): AnswerRow | undefined =>
  idempotency && stored.find((one) => String(one.token_id) === actor.tokenId && one.key === idempotency.key);

/** The lookups and locks that a list of changes needs. */
export function prefetchRequestOf(
  context: KeyedContext,
  { resource, action, items, newIds }: ChangeSet,
  restored: readonly Row[] = [],
): PrefetchRequest {
  const input = items.map((item) => withKnownIds(item, context.directory));
  const unique = [
    ...input.map((values) => uniqueValuesOf(resource, action, values, context.directory)),
    ...items.map(({ sent = {} }) => sent),
  ];
  return {
    accountId: context.actor.accountId,
    resource,
    newIds: newIds ?? (action === 'create' ? items.length : 0),
    ids: items.flatMap(({ id }) => (isId(id) ? [id] : [])),
    lock: action === 'restore' || needsReferrerCount(resource.plural, action, input) ? 'update' : 'no key update',
    referenced: withDefaults(context, resource, action, referencedIds(resource, input)),
    named: externalIdsIn(items),
    keyed: keyedEntries(resource, input),
    unique: new Map(
      uniqueColumns(resource).map(
        (column) => [column, uniqueValues(column, [...unique, ...restored, ...namedBy(items)])] as const,
      ),
    ),
    idempotencyKeys: context.idempotency ? [{ tokenId: context.actor.tokenId, key: context.idempotency.key }] : [],
    waits: true,
  };
}

/** Adds the default references of a new record, which are locked like those of the request. */
function withDefaults(
  context: RequestContext,
  { plural }: Resource,
  action: Action,
  ids: Map<string, string[]>,
): Map<string, string[]> {
  if (action !== 'create') return ids;
  for (const [to, id] of defaultReferences(plural, context.directory)) ids.set(to, [...(ids.get(to) ?? []), id]);
  return ids;
}

/** The external ids by which requests name the records that they change. */
const namedBy = (items: readonly Item[]) =>
  items.flatMap(({ externalId }) => (externalId === undefined ? [] : [{ external_id: externalId }]));

const uniqueValues = (column: string, values: readonly Readonly<Record<string, unknown>>[]): string[] =>
  values.flatMap((one) => (typeof one[column] === 'string' ? [one[column]] : []));

/** Counts the referring records only if a rule may refuse to delete a list entry or to change its category. */
async function countReferrersFor(
  transaction: Queryable,
  context: RequestContext,
  changeSet: ChangeSet,
  prefetched: PrefetchedRows,
) {
  const { resource, action, items } = changeSet;
  const input = items.map((item) => item.input);
  if (resource.kept !== 'directory' || !needsReferrerCount(resource.plural, action, input)) return noReferrers;
  return await countReferrers(transaction, resource, context.actor.accountId, [...prefetched.rows.values()]);
}

/** The counts for records that are not list entries. */
export const noReferrers: ReadonlyMap<string, number> = new Map();

export const ruleContextOf = (
  context: RequestContext,
  directory: Directory,
  uses: ReadonlyMap<string, number>,
): RuleContext => ({
  ...dayContext(directory, context.at),
  userId: context.actor.userId,
  sessionId: context.actor.isSession ? context.actor.tokenId : null,
  narrowerThan: (role) => narrowerThan(role, context.actor),
  referrerCountOf: (id) => uses.get(id) ?? 0,
  faultsOfQuestion: (plural, query) => faultsOfQuestion(plural, query, directory),
  comparisons: context.comparisons ?? { left: mostComparisons },
});

/** Takes the ids, locks the records and looks up the values that a change needs. */
export const beginSession = async (
  transaction: Queryable,
  context: RequestContext,
  changeSet: ChangeSet,
): Promise<ChangeSession> =>
  await sessionOf(transaction, context, changeSet, await prefetchFor(transaction, context, changeSet));

/** Like `beginSession`, but returns the stored answer if the idempotency key was used before. */
export async function beginKeyedSession(
  transaction: Queryable,
  context: KeyedContext,
  changeSet: ChangeSet,
): Promise<ChangeSession | ReplayedAnswer> {
  const readied = await prefetchFor(transaction, context, changeSet);
  const stored = answerRowOf(context, readied.prefetched.storedAnswers);
  const replayed = stored && (await replayOf(transaction, context, stored));
  return replayed ?? (await sessionOf(transaction, context, changeSet, readied));
}

async function sessionOf(
  transaction: Queryable,
  context: RequestContext,
  changeSet: ChangeSet,
  readied: PrefetchedState,
): Promise<ChangeSession> {
  const uses = await countReferrersFor(transaction, context, changeSet, readied.prefetched);
  return { transaction, context, changeSet, ...readied, ruleContext: ruleContextOf(context, readied.directory, uses) };
}

/** The records after the change, and the statements that write them; no statements if nothing changes. */
interface JudgedRecords {
  readonly records: readonly ChangedRecord[];
  readonly statements: readonly WriteStatement[];
}

/** Judges every record of a change. @throws {Refusal} of the first refused record. */
export async function judgeRecords(session: ChangeSession): Promise<JudgedRecords> {
  const { items } = session.changeSet;
  const drafts: Draft[] = [];
  for (const [index, item] of items.entries()) drafts.push(await draftOf(session, item, index));
  stopUnhashed(items);
  const changed = drafts.filter((draft) => draft.changed);
  return {
    records: drafts.map((draft, index) => changedRecord(session, draft, items[index])),
    statements: changed.length > 0 ? await writePlan(session, changed) : [],
  };
}

/** Like `judgeRecords`, for one record, with the answer to store under the idempotency key. */
export async function judgeOneRecord(session: ChangeSession, context: KeyedContext<RenderedRecord>) {
  const { records, statements } = await judgeRecords(session);
  const [record] = records;
  if (!record) throw new RangeError('the change has no record');
  return {
    record,
    statements: statements.length > 0 ? [...statements, ...storeAnswerStatements(context, record)] : statements,
  };
}

function changedRecord(
  { changeSet: { resource }, directory, prefetched, context: { at } }: ChangeSession,
  draft: Draft,
  item?: Item,
): ChangedRecord {
  const row = withEmbedded(draft.row, resource, prefetched.referenced);
  const record = { ...rendered(resource, row, { directory, at }), row };
  if (item?.ignored === undefined) return record;
  const before = prefetched.rows.get(item.id ?? '') ?? null;
  return { ...record, ignored: ignoredKeys(resource, item.ignored, { before, after: row, directory, at }) };
}

/** Stands for the hash of a password while the rest of the change is judged. */
export const unhashed = '';

/** The change is judged and accepted; only the hash of its password is missing. */
export class PasswordUnhashed extends Error {}

/** @throws {PasswordUnhashed} so that nothing is stored without the hash. */
function stopUnhashed(items: readonly Item[]): void {
  if (items.some(({ secrets = {} }) => Object.values(secrets).includes(unhashed))) throw new PasswordUnhashed();
}
