import { Refusal } from '../refusal.ts';
import { UnknownEntry } from '../store/directory.ts';
import type { Engine, Queryable, Transaction } from '../store/engine.ts';
import { Gathering } from '../store/gathering.ts';
import { keptWith } from '../store/kept-with.ts';
import { type Prepared, prepare } from '../store/prepare.ts';
import type { Preparation } from '../store/prepare-text.ts';
import { Recent } from '../store/recent.ts';
import { StatementError } from '../store/statement-error.ts';
import type { Store } from '../store/store.ts';
import { mergedParts, type Part, writeLast } from '../store/write.ts';
import { carryThrough, contextOf, type Done, isOutdated, noUses } from './attempt.ts';
import type { Answer, Call } from './call.ts';
import { preparationOf, unitedPreparation } from './preparation.ts';
import { rememberedOf } from './remembered.ts';
import { matches } from './stale.ts';
import type { Work } from './work.ts';

/** A change that may share its transaction with others. */
interface Member {
  readonly call: Call;
  readonly work: Work;
  readonly preparation: Preparation;
}

type Group = Gathering<Member, Answer>;

const mostGroups = 1000;
/** By account, resource and action. */
const groups = keptWith<Engine, Recent<string, Group>>(() => new Recent(mostGroups));
const mostMembers = 40;
/** Of what is given as JSON, in characters: a group is one statement. */
const longestGiven = 20_000;
/** So long a value that somebody else is about to take may keep all waiting; then each goes by itself. */
const lockTimeoutMs = 50;

/** One record of a large family, made or changed: what is judged from its own rows. */
const isShareable = ({ resource, action, items: [item, ...others], newIds }: Work): boolean =>
  resource.kept === 'table' &&
  (action === 'create' || action === 'update') &&
  item !== undefined &&
  others.length === 0 &&
  newIds === undefined &&
  JSON.stringify(item.given).length <= longestGiven;

/**
 * Changes that are asked for at once share one transaction, the statements in it and the wait for the disk. Only what
 * is plainly accepted does: what others hold, what has been answered before and what is refused answers `undefined`,
 * has changed nothing, and is to be asked for by itself.
 */
export async function changeInGroup({ engine }: Store, call: Call, work: Work): Promise<Answer | undefined> {
  if (!isShareable(work)) return undefined;
  const key = `${call.actor.accountId} ${work.resource.plural} ${work.action}`;
  const group = groups(engine).getOr(
    key,
    () => new Gathering((members) => carryOutGroup(engine, members), mostMembers),
  );
  return await group.ask({ call, work, preparation: preparationOf(call, work) });
}

async function carryOutGroup(engine: Engine, members: readonly Member[]): Promise<ReadonlyMap<Member, Answer>> {
  const several = unrelated(members);
  if (several.length < 2) return new Map();
  const progress = { isEnding: false };
  const work = async (transaction: Transaction) => {
    progress.isEnding = false;
    const { accountId, answers, parts } = await attemptAll(transaction, several);
    progress.isEnding = true;
    if (parts.length > 0) await writeLast(transaction, accountId, mergedParts(parts));
    return answers;
  };
  try {
    return await engine.transaction(work, { lockTimeoutMs, looksFirst: true });
  } catch (error) {
    // What the engine cannot do for all, it cannot do for each; and what became of a lost commit, nobody knows.
    if (error instanceof Refusal) throw error;
    if (progress.isEnding && !(error instanceof StatementError)) throw error;
    return new Map();
  }
}

/**
 * Those that ask for nothing that one before them asks for: a record, an idempotency key, a value that one may have.
 * Whoever takes several values takes them in the same order, so that of two groups neither waits for the other.
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

/** What is answered to those that are accepted, and what is to be written for all of them. */
async function attemptAll(transaction: Queryable, members: readonly Member[]) {
  const united = unitedPreparation(members.map(({ preparation }) => preparation));
  const prepared = await prepare(transaction, { ...united, waits: false });
  const answers = new Map<Member, Answer>();
  const parts: Part[] = [];
  for (const [index, member] of members.entries()) {
    const newIds = prepared.newIds.slice(index, index + 1);
    const done = await attemptOne(transaction, member, { ...prepared, newIds });
    if (!done) continue;
    answers.set(member, done.answer);
    parts.push(...done.parts);
  }
  return { accountId: united.accountId, answers, parts };
}

/** What a member asks for and writes; null when it is not plainly accepted, of which it is told by itself. */
async function attemptOne(transaction: Queryable, { call, work }: Member, prepared: Prepared): Promise<Done | null> {
  if (isOutdated(call, work, prepared) || rememberedOf(call, prepared.remembered) || isStale(work, prepared)) {
    return null;
  }
  const { directory } = call;
  const attempt = { transaction, call, work, directory, prepared, context: contextOf(call, directory, noUses) };
  try {
    return await carryThrough(attempt, work);
  } catch (error) {
    if (error instanceof Refusal || error instanceof UnknownEntry) return null;
    throw error;
  }
}

/** What a stale change would have overwritten is looked up for its refusal alone. */
const isStale = ({ items }: Work, { rows }: Prepared): boolean =>
  items.some(({ id, ifMatch }) => ifMatch !== undefined && !matches(ifMatch, rows.get(id ?? '')?.version ?? 0));
