import { queryRefusal, type Refusal } from '../refusal.ts';
import type { Resource, Row, Value } from '../resources/resource.ts';
import type { Queryable } from '../store/engine.ts';
import type { Store } from '../store/store.ts';
import { type Use, usesOf, usingRows } from '../store/uses.ts';
import type { Answer, Call } from './call.ts';
import { isId } from './references.ts';
import { changeTogether, outcomesOf } from './together.ts';
import type { Item } from './work.ts';

/** So many records are moved by one change. */
const atOnce = 1000;

/** Whether others can take the place of a resource's records: entries of lists, which records name. */
export const isReplaceable = (resource: Resource): boolean =>
  resource.kept === 'directory' && 'key' in resource.fields && usesOf(resource).length > 0;

/**
 * Deletes an entry of a list after every live record that uses it has been moved to another one, by the
 * rules that hold for such a change.
 * @throws {Refusal} `invalid_query` when there is no such other entry.
 */
export const deleteReplacing = (
  store: Store,
  call: Call,
  { resource, item, replaceWith }: { resource: Resource; item: Item; replaceWith: string },
): Promise<Answer> =>
  changeTogether(store, call, async (transaction, fresh) => {
    const { entry, other } = await heldEntries(transaction, fresh, resource, [item.id ?? '', replaceWith]);
    if (entry) {
      if (!other) throw unknownReplacement(resource);
      for (const use of usesOf(resource)) await moveAll(transaction, fresh, { use, entry, other });
    }
    await outcomesOf(transaction, fresh, { resource, action: 'delete', items: [item] });
    return { status: 204 };
  });

function unknownReplacement(resource: Resource): Refusal {
  const message = `is not the id of another entry of the account's ${resource.plural.replaceAll('_', ' ')}`;
  return queryRefusal([{ parameter: 'replace_with', code: 'invalid_reference', message }]);
}

interface Held {
  readonly entry: Row | undefined;
  readonly other: Row | undefined;
}

/** The two entries, held so that nobody comes to use the one or deletes the other meanwhile. */
async function heldEntries(
  transaction: Queryable,
  { actor: { accountId } }: Call,
  { plural }: Resource,
  [id, otherId]: readonly [string, string],
): Promise<Held> {
  // The account comes before its entries, as in every change of one.
  await transaction.query('select 1 as held from accounts where id = $1::bigint for no key update', [accountId]);
  const rows = await transaction.query<Row>(
    `select id, key from ${plural} where account_id = $1::bigint and id = any($2::bigint[]) and deleted_at is null
    order by id for update`,
    [accountId, [id, otherId].filter(isId)],
  );
  const find = (wanted: string): Row | undefined => rows.find((row) => row.id === wanted);
  return { entry: find(id), other: otherId === id ? undefined : find(otherId) };
}

interface Move {
  readonly use: Use;
  readonly entry: Row;
  readonly other: Row;
}

async function moveAll(transaction: Queryable, call: Call, move: Move): Promise<void> {
  const rows = await usingRows(transaction, call.actor.accountId, move.use, move.entry);
  for (let start = 0; start < rows.length; start += atOnce) {
    const items = rows.slice(start, start + atOnce).map((row) => moved(row, move));
    await outcomesOf(transaction, call, { resource: move.use.user, action: 'update', items });
  }
}

function moved(row: { id: string; value: Value }, { use, entry, other }: Move): Item {
  return {
    ...{ pointer: `/${use.user.singular}`, id: row.id, problems: [], isReplacement: true },
    given: { [use.column]: replaced(row.value, use, entry, other) },
  };
}

function replaced(value: Value, { kind }: Use, entry: Row, other: Row): Value {
  if (kind === 'entry_key') return other['key'] ?? null;
  if (kind === 'reference') return other.id;
  const ids = (value as readonly string[]).map((id) => (id === entry.id ? other.id : id));
  return [...new Set(ids)];
}
