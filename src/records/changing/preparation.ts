import { asksForUses, defaultReferences, takenBy } from '../../domain/index.ts';
import type { Resource, Row } from '../../resources/resource.ts';
import { type Preparation, uniqueColumns } from '../../store/write/prepare-text.ts';
import type { Call, ChangeCall } from '../call.ts';
import type { Action, Task } from './work.ts';
import { keyedEntries, referencedIds } from './references.ts';
import { isId } from '../ids.ts';

const uniqueValues = (column: string, values: readonly Readonly<Record<string, unknown>>[]): string[] =>
  values.flatMap((one) => (typeof one[column] === 'string' ? [one[column]] : []));

/** Adds the default references of a new record, which are locked like the given ones. */
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

/** The lookups and locks that a list of changes needs. */
export function preparationOf(
  call: ChangeCall,
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
    remembered: call.idempotency ? [{ tokenId: call.actor.tokenId, key: call.idempotency.key }] : [],
    waits: true,
  };
}

type Values = ReadonlyMap<string, readonly string[]>;

/** The union of the preparations of at least one change, all of one account and one resource. */
export function unitedPreparation(preparations: readonly Preparation[]): Preparation {
  const [first] = preparations;
  if (first === undefined) throw new RangeError('there is nothing to prepare for');
  return {
    ...first,
    newIds: preparations.reduce((sum, { newIds }) => sum + newIds, 0),
    ids: preparations.flatMap(({ ids }) => ids),
    referenced: unitedValues(preparations.map(({ referenced }) => referenced)),
    keyed: unitedValues(preparations.map(({ keyed }) => keyed)),
    unique: unitedValues(preparations.map(({ unique }) => unique)),
    remembered: preparations.flatMap(({ remembered }) => remembered),
  };
}

function unitedValues(several: readonly Values[]): Values {
  const united = new Map<string, Set<string>>();
  for (const [name, values] of several.flatMap((one) => [...one])) {
    const known = united.get(name) ?? new Set();
    for (const value of values) known.add(value);
    united.set(name, known);
  }
  return new Map([...united].map(([name, values]) => [name, [...values]]));
}
