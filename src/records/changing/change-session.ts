import { defaultReferences, needsContents, needsReferrerCount, needsSignIns } from '../../domain/index.ts';
import type { RuleContext } from '../../domain/rule.ts';
import { readDirectory } from '../../store/rows/directories.ts';
import type { Directory } from '../../store/rows/directory.ts';
import type { Queryable } from '../../database/engine.ts';
import type { AnswerRow, KeyedAnswerRow } from '../../store/write/idempotency-keys.ts';
import { type PrefetchedRows, prefetch } from '../../store/write/prefetch.ts';
import { presentBlobs } from '../../store/files/file-blobs.ts';
import { usersWhoSignIn } from '../../store/access/sign-ins.ts';
import { countReferrers } from '../../store/query/referrers.ts';
import { mostComparisons } from '../../suggestion.ts';
import type { RequestContext, KeyedContext } from '../request-context.ts';
import type { ReplayedAnswer } from '../results.ts';
import { isUnnumbered, NewNumbers } from './new-numbers.ts';
import { prefetchRequestOf } from './prefetch-request.ts';
import { faultsOfQuestion } from '../reading/list-request.ts';
import { replayOf } from './stored-answer.ts';
import { narrowerThan } from '../rights.ts';
import { dayContext } from '../reading/renderer.ts';
import type { ChangeSession, ChangeSet } from './change-set.ts';

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
const noReferrers: ReadonlyMap<string, number> = new Map();

/** Finds the admins who can sign in, only if the change may take the role from one of the admins. */
async function signInsFor(
  transaction: Queryable,
  { actor: { accountId }, at }: RequestContext,
  directory: Directory,
  { resource, action, items }: ChangeSet,
): Promise<ReadonlySet<string>> {
  const input = items.map((item) => item.input);
  if (!needsSignIns(resource.plural, action, input)) return nothing;
  const users = directory.entries('users');
  if (!items.some(({ id }) => id !== null && users.get(id)?.role === 'admin')) return nothing;
  const admins = [...users.values()].filter(({ role }) => role === 'admin');
  return await usersWhoSignIn(
    transaction,
    accountId,
    admins.map(({ id }) => id),
    at,
  );
}

const nothing: ReadonlySet<string> = new Set();

/** Finds the contents that files still have, only if the change restores files. Their rows are locked. */
async function contentsFor(
  transaction: Queryable,
  { actor: { accountId } }: RequestContext,
  { resource, action }: ChangeSet,
  { rows }: PrefetchedRows,
): Promise<ReadonlySet<string>> {
  if (!needsContents(resource.plural, action)) return nothing;
  const named = [...rows.values()].flatMap(({ sha256 }) => (typeof sha256 === 'string' ? [sha256] : []));
  return named.length === 0 ? nothing : await presentBlobs(transaction, accountId, named);
}

/** The facts that a rule may ask for, looked up in advance. */
interface LookedUp {
  readonly uses?: ReadonlyMap<string, number>;
  readonly signIns?: ReadonlySet<string>;
  readonly contents?: ReadonlySet<string>;
}

export const ruleContextOf = (
  context: RequestContext,
  directory: Directory,
  { uses = noReferrers, signIns = nothing, contents = nothing }: LookedUp = {},
): RuleContext => ({
  ...dayContext(directory, context.at),
  userId: context.actor.userId,
  sessionId: context.actor.isSession ? context.actor.tokenId : null,
  narrowerThan: (role) => narrowerThan(role, context.actor),
  referrerCountOf: (id) => uses.get(id) ?? 0,
  canSignIn: (id) => signIns.has(id),
  hasContents: (sha256) => contents.has(sha256),
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
  const signIns = await signInsFor(transaction, context, readied.directory, changeSet);
  const contents = await contentsFor(transaction, context, changeSet, readied.prefetched);
  const ruleContext = ruleContextOf(context, readied.directory, { uses, signIns, contents });
  const numbers = numbersFor(transaction, [changeSet]);
  return { transaction, context, changeSet, ...readied, ruleContext, numbers };
}

/** The numbers of the projects that the changes of a transaction create. */
export function numbersFor(transaction: Queryable, changeSets: readonly ChangeSet[]): NewNumbers {
  const unnumbered = changeSets.flatMap(({ resource, items }) =>
    items.filter(({ id, input }) => id === null && isUnnumbered(resource, input)),
  );
  return new NewNumbers(transaction, unnumbered.length);
}
