import { needsReferrerCount, defaultReferences, uniqueValuesOf } from '../../domain/index.ts';
import type { Resource, Row } from '../../resources/resource.ts';
import { type PrefetchRequest, uniqueColumns } from '../../store/write/prefetch-text.ts';
import type { RequestContext, KeyedContext } from '../request-context.ts';
import type { Action, ChangeSet } from './change-set.ts';
import { keyedEntries, referencedIds } from './record-checks.ts';
import { isId } from '../../resources/vocabulary/formats.ts';

const uniqueValues = (column: string, values: readonly Readonly<Record<string, unknown>>[]): string[] =>
  values.flatMap((one) => (typeof one[column] === 'string' ? [one[column]] : []));

/** Adds the default references of a new record, which are locked like those of the request. */
function withDefaults(
  context: RequestContext,
  { plural }: Resource,
  action: Action,
  ids: Map<string, string[]>,
): Map<string, string[]> {
  if (action !== 'create') return ids;
  for (const [to, id] of defaultReferences(plural, context.directory)) ids.set(to, [...(ids.get(to) ?? []), id]);
  return ids;
}

/** The lookups and locks that a list of changes needs. */
export function prefetchRequestOf(
  context: KeyedContext,
  { resource, action, items, newIds }: ChangeSet,
  restored: readonly Row[] = [],
): PrefetchRequest {
  const input = items.map((item) => item.input);
  const unique = input.map((values) => uniqueValuesOf(resource, action, values, context.directory));
  return {
    accountId: context.actor.accountId,
    resource,
    newIds: newIds ?? (action === 'create' ? items.length : 0),
    ids: items.flatMap(({ id }) => (isId(id) ? [id] : [])),
    lock: action === 'restore' || needsReferrerCount(resource.plural, action, input) ? 'update' : 'no key update',
    referenced: withDefaults(context, resource, action, referencedIds(resource, input)),
    keyed: keyedEntries(resource, input),
    unique: new Map(
      uniqueColumns(resource).map((column) => [column, uniqueValues(column, [...unique, ...restored])] as const),
    ),
    idempotencyKeys: context.idempotency ? [{ tokenId: context.actor.tokenId, key: context.idempotency.key }] : [],
    waits: true,
  };
}

type Values = ReadonlyMap<string, readonly string[]>;

/** One request for the data of at least one change, all of one account and one resource. */
export function mergedPrefetchRequest(requests: readonly PrefetchRequest[]): PrefetchRequest {
  const [first] = requests;
  if (first === undefined) throw new RangeError('there is nothing to prepare for');
  return {
    ...first,
    newIds: requests.reduce((sum, { newIds }) => sum + newIds, 0),
    ids: requests.flatMap(({ ids }) => ids),
    referenced: mergedValues(requests.map(({ referenced }) => referenced)),
    keyed: mergedValues(requests.map(({ keyed }) => keyed)),
    unique: mergedValues(requests.map(({ unique }) => unique)),
    idempotencyKeys: requests.flatMap(({ idempotencyKeys }) => idempotencyKeys),
  };
}

function mergedValues(several: readonly Values[]): Values {
  const united = new Map<string, Set<string>>();
  for (const [name, values] of several.flatMap((one) => [...one])) {
    const known = united.get(name) ?? new Set();
    for (const value of values) known.add(value);
    united.set(name, known);
  }
  return new Map([...united].map(([name, values]) => [name, [...values]]));
}
