import { LRUCache } from 'lru-cache';
import { Refusal } from '../../refusal.ts';
import { UnknownEntry } from '../../store/rows/directory.ts';
import { waitingFor } from '../../database/database-time.ts';
import type { Engine, Queryable } from '../../database/engine.ts';
import { Gathering } from '../../store/cache/gathering.ts';
import { keptWithEngine } from '../../store/cache/kept-with.ts';
import { type Prepared, prepare } from '../../store/write/prepare.ts';
import type { Preparation } from '../../store/write/prepare-text.ts';
import { StatementError } from '../../database/statement-error.ts';
import { mergedParts, type Part, write } from '../../store/write/write.ts';
import { carryOneThrough, contextOf, isOutdated, noUses } from './attempt.ts';
import type { ChangeCall, ChangeContext } from '../call.ts';
import type { Rendered } from '../rendered.ts';
import { preparationOf, unitedPreparation } from './preparation.ts';
import { rememberedOf } from './remembered.ts';
import type { Task } from './work.ts';

/** A change that may share its transaction with others. */
interface Member {
  readonly call: ChangeCall<Rendered>;
  readonly work: Task;
  readonly preparation: Preparation;
}

type Group = Gathering<Member, Rendered>;

const mostGroups = 1000;
/** The groups, by account, resource and action. */
const groups = keptWithEngine((engine) => {
  const memoMethod = (): Group => new Gathering((members) => carryOutGroup(engine, members), mostMembers);
  return new LRUCache<string, Group>({ max: mostGroups, memoMethod });
});
const mostMembers = 40;
/** The limit of a change's values as JSON, in characters, because a group is one statement. */
const longestGiven = 20_000;
/** The limit of the group's wait for a lock on a value that another request takes; then each change runs alone. */
const lockTimeoutMs = 50;

/** Whether the task creates or updates one record of a large resource, which is judged from its own rows. */
const isShareable = ({ resource, action, items: [item, ...others], newIds }: Task): boolean =>
  resource.kept === 'table' &&
  (action === 'create' || action === 'update') &&
  item !== undefined &&
  others.length === 0 &&
  newIds === undefined &&
  JSON.stringify(item.given).length <= longestGiven;

/**
 * Runs concurrent changes in one transaction, so that they share its statements and the wait for the disk. Returns
 * `undefined` if the change must run alone; nothing was written. This is the case if another request holds a lock, if
 * the idempotency key has a stored answer, or if the change is refused.
 */
export async function changeInGroup(call: ChangeContext<Rendered>, work: Task): Promise<Rendered | undefined> {
  if (!isShareable(work)) return undefined;
  const key = `${call.actor.accountId} ${work.resource.plural} ${work.action}`;
  const group = groups(call.store.engine).memo(key);
  return await waitingFor(call.store.engine, () => group.ask({ call, work, preparation: preparationOf(call, work) }));
}

async function carryOutGroup(engine: Engine, members: readonly Member[]): Promise<ReadonlyMap<Member, Rendered>> {
  const several = unrelated(members);
  if (several.length < 2) return new Map();
  const progress = { isCommitting: false };
  const work = async (transaction: Queryable) => {
    progress.isCommitting = false;
    const { accountId, records, parts } = await attemptAll(transaction, several);
    if (parts.length > 0) await write(transaction, accountId, mergedParts(parts));
    progress.isCommitting = true;
    return records;
  };
  try {
    return await engine.transaction(work, { lockTimeoutMs });
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
function unrelated(members: readonly Member[]): Member[] {
  const claimed = new Set<string>();
  const byClaims = members
    .map((member) => ({ member, claims: claimsOf(member.preparation) }))
    .map(({ member, claims }) => ({ member, claims, text: claims.join() }))
    .sort(({ text: one }, { text: other }) => Number(one > other) - Number(one < other));
  return byClaims.flatMap(({ member, claims }) => {
    if (claims.some((claim) => claimed.has(claim))) return [];
    for (const claim of claims) claimed.add(claim);
    return [member];
  });
}

const claimsOf = ({ ids, remembered, unique }: Preparation): string[] => [
  ...[...unique].flatMap(([column, values]) => values.map((value) => `${column} ${value.toLowerCase()}`)),
  ...ids.map((id) => `id ${id}`),
  ...remembered.map(({ tokenId, key }) => `key ${tokenId} ${key}`),
];

/** The records of the accepted members, and the parts to write for all of them. */
async function attemptAll(transaction: Queryable, members: readonly Member[]) {
  const united = unitedPreparation(members.map(({ preparation }) => preparation));
  const prepared = await prepare(transaction, { ...united, waits: false });
  const records = new Map<Member, Rendered>();
  const parts: Part[] = [];
  for (const [index, member] of members.entries()) {
    const newIds = prepared.newIds.slice(index, index + 1);
    const done = await attemptOne(transaction, member, { ...prepared, newIds });
    if (!done) continue;
    records.set(member, done.record);
    parts.push(...done.parts);
  }
  return { accountId: united.accountId, records, parts };
}

/** The record of a member and the parts to write; null if the member is not plainly accepted and must run alone. */
async function attemptOne(transaction: Queryable, { call, work }: Member, prepared: Prepared) {
  if (isOutdated(call, work, prepared) || rememberedOf(call, prepared.remembered) || isStale(work, prepared)) {
    return null;
  }
  const { directory } = call;
  const attempt = { transaction, call, work, directory, prepared, context: contextOf(call, directory, noUses) };
  try {
    return await carryOneThrough(attempt, call);
  } catch (error) {
    if (error instanceof Refusal || error instanceof UnknownEntry) return null;
    throw error;
  }
}

/** A stale change runs alone, because only its refusal looks up what it would have overwritten. */
const isStale = ({ items }: Task, { rows }: Prepared): boolean =>
  items.some(({ id, versions }) => versions !== undefined && !versions.includes(rows.get(id ?? '')?.version ?? 0));
