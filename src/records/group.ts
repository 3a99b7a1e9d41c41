import type { Engine, Queryable } from '../store/engine.ts';
import { Gathering } from '../store/gathering.ts';
import { type Prepared, prepare } from '../store/prepare.ts';
import type { Preparation } from '../store/prepare-text.ts';
import { StatementError } from '../store/statement-error.ts';
import type { Store } from '../store/store.ts';
import { mergedParts, type Part, write } from '../store/write.ts';
import { contextOf, isOutdated, noUses, outcomeOf } from './attempt.ts';
import type { Answer, Call } from './call.ts';
import { draftOf } from './draft.ts';
import { preparationOf, unitedPreparation } from './preparation.ts';
import { rememberedOf } from './remembered.ts';
import type { Work } from './work.ts';
import { partsOf } from './written.ts';

/** A change that may share its transaction with others. */
interface Member {
  readonly call: Call;
  readonly work: Work;
  readonly preparation: Preparation;
}

type Group = Gathering<Member, Answer>;

/** By account and resource. */
const groups = new WeakMap<Engine, Map<string, Group>>();
const mostGroups = 1000;
const mostMembers = 40;

/** One record of a large family, made or changed: what is judged from its own rows, and holds up nobody. */
const isShareable = ({ resource, action, items }: Work): boolean =>
  resource.kept === 'table' && items.length === 1 && (action === 'create' || action === 'update');

/**
 * Changes that are asked for at once share one transaction, the statements in it and the wait for the disk. Only what
 * is plainly accepted does: what others hold, what has been answered before and what is refused answers `undefined`,
 * has changed nothing, and is to be asked for by itself.
 */
export async function changeInGroup({ engine }: Store, call: Call, work: Work): Promise<Answer | undefined> {
  if (!isShareable(work)) return undefined;
  const ofEngine = groups.get(engine) ?? new Map<string, Group>();
  groups.set(engine, ofEngine);
  const key = `${call.actor.accountId} ${work.resource.plural} ${work.action}`;
  const group = ofEngine.get(key) ?? new Gathering((members) => changeTogether(engine, members), mostMembers);
  if (ofEngine.size >= mostGroups) ofEngine.clear();
  ofEngine.set(key, group);
  return await group.find({ call, work, preparation: preparationOf(call, work) });
}

async function changeTogether(engine: Engine, members: readonly Member[]): Promise<ReadonlyMap<Member, Answer>> {
  const several = unrelated(members);
  if (several.length < 2) return new Map();
  try {
    return await engine.transaction((transaction) => attemptAll(transaction, several));
  } catch (error) {
    // What a statement was refused for is rolled back. Whether a commit was lost with its connection, nobody knows.
    if (error instanceof StatementError) return new Map();
    throw error;
  }
}

/** Those that ask for nothing that one before them asks for: a record, an idempotency key, a value that one may have. */
function unrelated(members: readonly Member[]): Member[] {
  const claimed = new Set<string>();
  return members.filter((member) => {
    const claims = claimsOf(member.preparation);
    if (claims.some((claim) => claimed.has(claim))) return false;
    for (const claim of claims) claimed.add(claim);
    return true;
  });
}

const claimsOf = ({ ids, remembered, unique }: Preparation): string[] => [
  ...ids.map((id) => `id ${id}`),
  ...remembered.map(({ tokenId, key }) => `key ${tokenId} ${key}`),
  ...[...unique].flatMap(([column, values]) => values.map((value) => `${column} ${value.toLowerCase()}`)),
];

async function attemptAll(transaction: Queryable, members: readonly Member[]): Promise<ReadonlyMap<Member, Answer>> {
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
  if (parts.length > 0) await write(transaction, united.accountId, mergedParts(parts));
  return answers;
}

interface Done {
  readonly answer: Answer;
  readonly parts: readonly Part[];
}

/** What a member asks for and writes; null when it is not plainly accepted, of which it is told by itself. */
async function attemptOne(transaction: Queryable, { call, work }: Member, prepared: Prepared): Promise<Done | null> {
  if (isOutdated(call, work, prepared) || rememberedOf(call, prepared.remembered)) return null;
  const { directory } = call;
  const attempt = { transaction, call, work, directory, prepared, context: contextOf(call, directory, noUses) };
  try {
    const drafts = await Promise.all(work.items.map((item, index) => draftOf(attempt, item, index)));
    const answer = work.answer(drafts.map((draft) => outcomeOf(attempt, draft)));
    const changed = drafts.filter((draft) => draft.changed);
    return { answer, parts: changed.length > 0 ? partsOf(attempt, changed, answer) : [] };
  } catch {
    return null;
  }
}
