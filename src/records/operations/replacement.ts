import { queryRefusal, Refusal } from '../../refusal.ts';
import type { Resource, Row, Value } from '../../resources/resource.ts';
import type { Queryable } from '../../database/engine.ts';
import { inLongFlow } from '../../database/timed-engine.ts';
import { storedSizes } from '../../store/rows/stored-size.ts';
import { type ReferrerKind, referrerKindsOf, referringRows } from '../../store/query/referrers.ts';
import { findTwinGoal } from '../../store/query/goals.ts';
import { lockEntries } from '../../store/write/lock-records.ts';
import type { RequestContext, ChangeContext } from '../request-context.ts';
import { done, type ChangeOutcome } from '../results.ts';
import { chunksOf, transactionLimits, usualLimits } from '../chunks.ts';
import { isId } from '../../resources/vocabulary/formats.ts';
import { beginSession, ruleContextOf } from '../changing/change-session.ts';
import { judgeRecords } from '../changing/judge-records.ts';
import { changeOneWithin, changeWithin, compoundChange, runChange } from '../changing/change.ts';
import type { Item } from '../changing/change-set.ts';
import { findStoredAnswer } from '../changing/stored-answer.ts';

/** Whether one record of the resource can replace another: list entries that records refer to. */
export const isReplaceable = (resource: Resource): boolean =>
  resource.kept === 'directory' && 'key' in resource.fields && referrerKindsOf(resource).length > 0;

interface Replacement {
  readonly resource: Resource;
  readonly item: Item;
  readonly replaceWith: string;
}

/**
 * Moves every live record that uses a list entry to another entry, under the rules of an ordinary change, and then
 * deletes the entry. The records move in chunks, each in a transaction of its own, so that other requests run in between.
 * If the service is killed, the moved records stay moved, and a repeated request goes on.
 * @throws {Refusal} `invalid_query` if the other entry does not exist.
 */
export async function deleteReplacing(
  context: ChangeContext<void>,
  replacement: Replacement,
): Promise<ChangeOutcome<void>> {
  const { idempotency: _, ...bare } = context;
  const own = { ...bare, store: { ...context.store, engine: inLongFlow(context.store.engine) } };
  const limits = transactionLimits[own.store.engine.kind];
  const replayed = await findStoredAnswer(own.store.engine, context);
  if (replayed) return replayed;
  await runChange<null>(own, async (transaction, fresh) => {
    await judgeDeletion(transaction, fresh, replacement);
    return done(null);
  });
  const moveNext = () =>
    runChange<number>(own, async (transaction, fresh) => {
      // Another request with the key may have ended since.
      const ended = await findStoredAnswer(transaction, context);
      return ended ?? done(await moveSome(transaction, fresh, replacement, limits));
    });
  let moved = await moveNext();
  while (moved.kind === 'done' && moved.value > 0) moved = await moveNext();
  if (moved.kind === 'replayed') return moved;
  const { resource, item, replaceWith } = replacement;
  return await compoundChange(context, async (transaction, fresh) => {
    const { entry, other } = await heldEntries(transaction, fresh, resource, [item.id ?? '', replaceWith]);
    if (entry && !other) throw unknownReplacement(resource);
    // Other requests may have begun to use the entry since.
    while ((await moveSome(transaction, fresh, replacement)) > 0);
    await changeOneWithin(transaction, fresh, { resource, action: 'delete', item });
  });
}

/** @throws {Refusal} if the entry could not be deleted even if no record used it. Without the entry, all is done. */
async function judgeDeletion(
  transaction: Queryable,
  context: RequestContext,
  { resource, item, replaceWith }: Replacement,
): Promise<void> {
  const { entry, other } = await heldEntries(transaction, context, resource, [item.id ?? '', replaceWith]);
  if (!entry) return;
  if (!other) throw unknownReplacement(resource);
  await refuseTwins(transaction, context, { resource, item, replaceWith });
  const session = await beginSession(transaction, context, { resource, action: 'delete', items: [item] });
  await judgeRecords({ ...session, ruleContext: ruleContextOf(context, session.directory) });
}

/** @throws {Refusal} `already_exists` if both divisions have a goal of one period and measure. */
async function refuseTwins(
  transaction: Queryable,
  { actor }: RequestContext,
  { resource, item, replaceWith }: Replacement,
): Promise<void> {
  if (resource.plural !== 'divisions') return;
  const found = await findTwinGoal(transaction, actor.accountId, [item.id ?? '', replaceWith]);
  if (!found) return;
  const detail = `The other division has goal ${found.twin_id} for the period and measure of goal ${found.id}. Delete one of them first.`;
  throw new Refusal('already_exists', detail, { members: { existing_id: found.twin_id } });
}

function unknownReplacement(resource: Resource): Refusal {
  const message = `is not the id of another entry of the account's ${resource.plural.replaceAll('_', ' ')}`;
  return queryRefusal([{ parameter: 'replace_with', code: 'invalid_reference', message }]);
}

interface HeldEntries {
  readonly entry: Row | undefined;
  readonly other: Row | undefined;
}

/** Locks both entries, so that no request starts to use the first or deletes the second. */
async function heldEntries(
  transaction: Queryable,
  { actor: { accountId } }: RequestContext,
  resource: Resource,
  [id, otherId]: readonly [string, string],
): Promise<HeldEntries> {
  const rows = await lockEntries(transaction, resource, accountId, [id, otherId].filter(isId));
  const find = (wanted: string): Row | undefined => rows.find((row) => row.id === wanted);
  return { entry: find(id), other: otherId === id ? undefined : find(otherId) };
}

interface Move {
  readonly use: ReferrerKind;
  readonly entry: Row;
  readonly other: Row;
}

/** Moves a chunk of the records that use the entry. @returns their number; 0 if none is left, or an entry is gone. */
async function moveSome(
  transaction: Queryable,
  context: RequestContext,
  { resource, item, replaceWith }: Replacement,
  limits = usualLimits,
): Promise<number> {
  const { accountId } = context.actor;
  const { entry, other } = await heldEntries(transaction, context, resource, [item.id ?? '', replaceWith]);
  if (!entry || !other) return 0;
  for (const use of referrerKindsOf(resource)) {
    const rows = await referringRows(transaction, accountId, use, { entry, most: limits.records });
    const sizes = await storedSizes(
      transaction,
      use.user,
      accountId,
      rows.map(({ id }) => id),
    );
    const [chunk] = chunksOf(rows, ({ id }) => sizes.get(id) ?? 0, { limits });
    if (!chunk) continue;
    const items = chunk.map((row) => moved(row, { use, entry, other }));
    await changeWithin(transaction, context, { resource: use.user, action: 'update', items });
    return chunk.length;
  }
  return 0;
}

function moved(row: { id: string; value: Value }, { use, entry, other }: Move): Item {
  return {
    pointer: `/${use.user.singular}`,
    id: row.id,
    problems: [],
    isReplacement: true,
    input: { [use.column]: replaced(row.value, use, entry, other) },
  };
}

function replaced(value: Value, { kind }: ReferrerKind, entry: Row, other: Row): Value {
  if (kind === 'entry_key') return other['key'] ?? null;
  if (kind === 'reference') return other.id;
  const ids = (value as readonly string[]).map((id) => (id === entry.id ? other.id : id));
  return [...new Set(ids)];
}
