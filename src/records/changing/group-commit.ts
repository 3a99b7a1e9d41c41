import { LRUCache } from 'lru-cache';
import type { GivenValues } from '../../domain/references.ts';
import { Refusal } from '../../refusal.ts';
import { UnknownEntry } from '../../store/rows/directory.ts';
import { waitingFor } from '../../database/timed-engine.ts';
import { memoByEngine } from '../../database/memo-by-engine.ts';
import type { Engine, Queryable } from '../../database/engine.ts';
import { BatchLoader } from '../../store/cache/batch-loader.ts';
import { refuseHeld } from '../../store/access/held-accounts.ts';
import { mergedPrefetchRequest, type PrefetchedRows, prefetch } from '../../store/write/prefetch.ts';
import type { PrefetchRequest } from '../../store/write/prefetch-text.ts';
import { StatementError } from '../../database/engine-errors.ts';
import { mergedStatements, type WriteStatement, write } from '../../store/write/write.ts';
import { answerRowOf, ruleContextOf, isOutdated, numbersFor } from './change-session.ts';
import { judgeOneRecord } from './judge-records.ts';
import { prefetchRequestOf } from './prefetch-request.ts';
import type { KeyedContext, ChangeContext } from '../request-context.ts';
import type { RenderedRecord } from '../results.ts';
import type { ChangeSession, ChangeSet } from './change-set.ts';

/** A change that may share its transaction with others. */
interface GroupMember {
  readonly context: KeyedContext<RenderedRecord>;
  readonly changeSet: ChangeSet;
}

/** A member, with the lookups and locks that it needs. */
interface Claimant {
  readonly member: GroupMember;
  readonly request: PrefetchRequest;
}

type ChangeGroup = BatchLoader<GroupMember, RenderedRecord>;

const mostGroups = 1000;
/** The groups, by account, resource and action. */
const groups = memoByEngine((engine) => {
  const memoMethod = (): ChangeGroup => new BatchLoader((members) => commitGroup(engine, members), mostMembers);
  return new LRUCache<string, ChangeGroup>({ max: mostGroups, memoMethod });
});
const mostMembers = 40;
/** The limit of a change's values as JSON, in characters, because a group is one statement. */
const longestGiven = 20_000;
/** The limit of the group's wait for a lock on a value that another request takes; then each change runs alone. */
const lockTimeoutMs = 50;

/** Whether the change creates or updates one record of a large resource, which is judged from its own rows. */
const isShareable = ({ resource, action, items: [item, ...others], newIds }: ChangeSet): boolean =>
  resource.kept === 'table' &&
  (action === 'create' || action === 'update') &&
  item !== undefined &&
  others.length === 0 &&
  newIds === undefined &&
  lengthOf(item) <= longestGiven;

const lengthOf = ({ input, references }: GivenValues): number =>
  JSON.stringify(input).length + (references ? JSON.stringify(references).length : 0);

/**
 * Makes a change in one transaction with other concurrent changes, so that they share its statements and the wait for
 * the disk, and stores its answer under its idempotency key.
 * @returns undefined if the change must run alone; nothing was written. This is so if there is no other change, if
 * another request holds a lock, if the idempotency key has a stored answer, or if the change is refused.
 */
export async function changeInGroup(
  context: ChangeContext<RenderedRecord>,
  changeSet: ChangeSet,
): Promise<RenderedRecord | undefined> {
  if (!context.store.speedUps.groupCommit || !isShareable(changeSet)) return undefined;
  const key = `${context.actor.accountId} ${changeSet.resource.plural} ${changeSet.action}`;
  const group = groups(context.store.engine).memo(key);
  return await waitingFor(context.store.engine, () => group.load({ context, changeSet }));
}

async function commitGroup(
  engine: Engine,
  members: readonly GroupMember[],
): Promise<ReadonlyMap<GroupMember, RenderedRecord>> {
  const [first] = members;
  if (!first || members.length < 2) return new Map();
  // A group has members of one account.
  const { accountId } = first.context.actor;
  const progress = { isCommitting: false };
  const work = async (transaction: Queryable, several: readonly Claimant[]) => {
    progress.isCommitting = false;
    refuseHeld(engine, accountId);
    const { records, statements } = await judgeMembers(transaction, several);
    if (statements.length > 0) await write(transaction, accountId, mergedStatements(statements));
    progress.isCommitting = true;
    return records;
  };
  try {
    const several = withoutConflicts(members);
    if (several.length < 2) return new Map();
    return await engine.transaction((transaction) => work(transaction, several), {
      lockTimeoutMs,
      flow: { accountId },
    });
  } catch (error) {
    // If the engine refuses the group, it would refuse each change too. If the answer to the commit is lost, the
    // changes may have been committed, so nothing is retried.
    if (error instanceof Refusal) throw error;
    if (progress.isCommitting && !(error instanceof StatementError)) throw error;
    return new Map();
  }
}

/**
 * The members that claim nothing that an earlier member claims: a record, an idempotency key, a unique value.
 * Members are sorted by their claims, so that two groups take their values in the same order and do not deadlock.
 */
function withoutConflicts(members: readonly GroupMember[]): Claimant[] {
  const claimed = new Set<string>();
  const byClaims = members
    .map((member) => ({ member, request: prefetchRequestOf(member.context, member.changeSet) }))
    .map((claimant) => ({ claimant, claims: claimsOf(claimant.request) }))
    .map((one) => ({ ...one, text: one.claims.join() }))
    .sort(({ text: one }, { text: other }) => Number(one > other) - Number(one < other));
  return byClaims.flatMap(({ claimant, claims }) => {
    if (claims.some((claim) => claimed.has(claim))) return [];
    for (const claim of claims) claimed.add(claim);
    return [claimant];
  });
}

const claimsOf = ({ ids, idempotencyKeys, unique }: PrefetchRequest): string[] => [
  ...[...unique].flatMap(([column, values]) => values.map((value) => `${column} ${value.toLowerCase()}`)),
  ...ids.map((id) => `id ${id}`),
  ...idempotencyKeys.map(({ tokenId, key }) => `key ${tokenId} ${key}`),
];

/** The records of the accepted members, and the statements that write all of them. */
async function judgeMembers(transaction: Queryable, claimants: readonly Claimant[]) {
  const united = mergedPrefetchRequest(claimants.map(({ request }) => request));
  const all = await prefetch(transaction, { ...united, waits: false });
  const ready = claimants
    .map(({ member }, index) => ({ member, prefetched: { ...all, newIds: all.newIds.slice(index, index + 1) } }))
    .filter(({ member }) => isReady(member, all));
  const changeSets = ready.map(({ member }) => member.changeSet);
  const numbers = numbersFor(transaction, changeSets);
  const records = new Map<GroupMember, RenderedRecord>();
  const statements: WriteStatement[] = [];
  for (const { member, prefetched } of ready) {
    const done = await judgeMember(member, { transaction, prefetched, numbers });
    if (!done) continue;
    records.set(member, done.record);
    statements.push(...done.statements);
  }
  return { records, statements };
}

/** Whether the rows that could be locked suffice to judge a member. */
const isReady = ({ context, changeSet }: GroupMember, prefetched: PrefetchedRows): boolean =>
  !isOutdated(context, changeSet, prefetched) &&
  !answerRowOf(context, prefetched.storedAnswers) &&
  !isStale(changeSet, prefetched);

type GroupState = Pick<ChangeSession, 'transaction' | 'prefetched' | 'numbers'>;

/** The record of a member and the statements that write it; null if the member is not plainly accepted and must run alone. */
async function judgeMember({ context, changeSet }: GroupMember, shared: GroupState) {
  const { directory } = context;
  const ruleContext = ruleContextOf(context, directory);
  try {
    return await judgeOneRecord({ ...shared, context, changeSet, directory, ruleContext }, context);
  } catch (error) {
    if (error instanceof Refusal || error instanceof UnknownEntry) return null;
    throw error;
  }
}

/** A stale change runs alone, because only its refusal looks up what it would have overwritten. */
const isStale = ({ items }: ChangeSet, { rows }: PrefetchedRows): boolean =>
  items.some(({ id, versions }) => versions !== undefined && !versions.includes(rows.get(id ?? '')?.version ?? 0));
