import { queryRefusal, type Refusal } from '../../refusal.ts';
import type { Resource, Row, Value } from '../../resources/resource.ts';
import type { Queryable } from '../../database/engine.ts';
import { storedSizes } from '../../store/rows/stored-size.ts';
import { type ReferrerKind, referrerKindsOf, referringRows } from '../../store/query/referrers.ts';
import { lockEntries } from '../../store/write/lock-records.ts';
import type { RequestContext, ChangeContext } from '../request-context.ts';
import type { Outcome } from '../results.ts';
import { chunksOf } from '../chunks.ts';
import { isId } from '../../resources/vocabulary/formats.ts';
import { changeOneWithin, changeWithin, compoundChange } from '../changing/change.ts';
import type { Item } from '../changing/change-set.ts';

/** Whether one record of the resource can replace another: list entries that records refer to. */
export const isReplaceable = (resource: Resource): boolean =>
  resource.kept === 'directory' && 'key' in resource.fields && referrerKindsOf(resource).length > 0;

/**
 * Moves every live record that uses a list entry to another entry, under the rules of an ordinary change, and then
 * deletes the entry.
 * @throws {Refusal} `invalid_query` if the other entry does not exist.
 */
export const deleteReplacing = (
  context: ChangeContext<void>,
  { resource, item, replaceWith }: { resource: Resource; item: Item; replaceWith: string },
): Promise<Outcome<void>> =>
  compoundChange(context, async (transaction, fresh) => {
    const { entry, other } = await heldEntries(transaction, fresh, resource, [item.id ?? '', replaceWith]);
    if (entry) {
      if (!other) throw unknownReplacement(resource);
      for (const use of referrerKindsOf(resource)) await moveAll(transaction, fresh, { use, entry, other });
    }
    await changeOneWithin(transaction, fresh, { resource, action: 'delete', item });
  });

function unknownReplacement(resource: Resource): Refusal {
  const message = `is not the id of another entry of the account's ${resource.plural.replaceAll('_', ' ')}`;
  return queryRefusal([{ parameter: 'replace_with', code: 'invalid_reference', message }]);
}

interface Held {
  readonly entry: Row | undefined;
  readonly other: Row | undefined;
}

/** Locks both entries, so that no request starts to use the first or deletes the second. */
async function heldEntries(
  transaction: Queryable,
  { actor: { accountId } }: RequestContext,
  resource: Resource,
  [id, otherId]: readonly [string, string],
): Promise<Held> {
  const rows = await lockEntries(transaction, resource, accountId, [id, otherId].filter(isId));
  const find = (wanted: string): Row | undefined => rows.find((row) => row.id === wanted);
  return { entry: find(id), other: otherId === id ? undefined : find(otherId) };
}

interface Move {
  readonly use: ReferrerKind;
  readonly entry: Row;
  readonly other: Row;
}

async function moveAll(transaction: Queryable, context: RequestContext, move: Move): Promise<void> {
  const { accountId } = context.actor;
  const { user } = move.use;
  const rows = await referringRows(transaction, accountId, move.use, move.entry);
  const ids = rows.map(({ id }) => id);
  const sizes = await storedSizes(transaction, user, accountId, ids);
  for (const chunk of chunksOf(rows, ({ id }) => sizes.get(id) ?? 0)) {
    const items = chunk.map((row) => moved(row, move));
    await changeWithin(transaction, context, { resource: user, action: 'update', items });
  }
}

function moved(row: { id: string; value: Value }, { use, entry, other }: Move): Item {
  return {
    ...{ pointer: `/${use.user.singular}`, id: row.id, problems: [], isReplacement: true },
    input: { [use.column]: replaced(row.value, use, entry, other) },
  };
}

function replaced(value: Value, { kind }: ReferrerKind, entry: Row, other: Row): Value {
  if (kind === 'entry_key') return other['key'] ?? null;
  if (kind === 'reference') return other.id;
  const ids = (value as readonly string[]).map((id) => (id === entry.id ? other.id : id));
  return [...new Set(ids)];
}
