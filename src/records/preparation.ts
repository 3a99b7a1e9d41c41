import { asksForUses, defaultReferences, takenBy } from '../domain/index.ts';
import type { Resource, Row } from '../resources/resource.ts';
import { type Preparation, uniqueColumns } from '../store/prepare-text.ts';
import type { Call } from './call.ts';
import type { Action, Task } from './work.ts';
import { isId, keyedEntries, referencedIds } from './references.ts';

const uniqueValues = (column: string, values: readonly Readonly<Record<string, unknown>>[]): string[] =>
  values.flatMap((one) => (typeof one[column] === 'string' ? [one[column]] : []));

/** What a new record names by itself is held as what it is given. */
function withDefaults(
  call: Call,
  { plural }: Resource,
  action: Action,
  ids: Map<string, string[]>,
): Map<string, string[]> {
  if (action !== 'create') return ids;
  for (const [to, id] of defaultReferences(plural, call.directory)) ids.set(to, [...(ids.get(to) ?? []), id]);
  return ids;
}

/** What a list of changes needs to know and hold. */
export function preparationOf(
  call: Call,
  { resource, action, items, newIds }: Task,
  restored: readonly Row[] = [],
): Preparation {
  const given = items.map((item) => item.given);
  const taken = given.map((values) => takenBy(resource.plural, action, values));
  return {
    accountId: call.actor.accountId,
    resource,
    newIds: newIds ?? (action === 'create' ? items.length : 0),
    ids: items.flatMap(({ id }) => (isId(id) ? [id] : [])),
    lock: action === 'restore' || asksForUses(resource.plural, action, given) ? 'update' : 'no key update',
    referenced: withDefaults(call, resource, action, referencedIds(resource, given)),
    keyed: keyedEntries(resource, given),
    unique: new Map(
      uniqueColumns(resource).map((column) => [column, uniqueValues(column, [...taken, ...restored])] as const),
    ),
    remembered: call.idempotency ? { tokenId: call.actor.tokenId, key: call.idempotency.key } : null,
  };
}
