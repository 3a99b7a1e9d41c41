import { needsReferrerCount, defaultReferences, uniqueValuesOf } from '../../domain/index.ts';
import type { Values } from '../../domain/rule.ts';
import { namingColumns, type Resource, type Row } from '../../resources/resource.ts';
import { isId } from '../../resources/vocabulary/formats.ts';
import { type PrefetchRequest, uniqueColumns } from '../../store/write/prefetch-text.ts';
import type { RequestContext, KeyedContext } from '../request-context.ts';
import type { Action, ChangeSet, Item } from './change-set.ts';
import { externalIdsIn, withKnownIds } from './known-ids.ts';

/** The lookups and locks that a list of changes needs. */
export function prefetchRequestOf(
  context: KeyedContext,
  { resource, action, items, newIds }: ChangeSet,
  restored: readonly Row[] = [],
): PrefetchRequest {
  const input = items.map((item) => withKnownIds(item, context.directory));
  const unique = [
    ...input.map((values) => uniqueValuesOf(resource, action, values, context.directory)),
    ...items.map(({ sent = {} }) => sent),
  ];
  return {
    accountId: context.actor.accountId,
    resource,
    newIds: newIds ?? (action === 'create' ? items.length : 0),
    ids: items.flatMap(({ id }) => (isId(id) ? [id] : [])),
    lock: action === 'restore' || needsReferrerCount(resource.plural, action, input) ? 'update' : 'no key update',
    referenced: withDefaults(context, resource, action, referencedIds(resource, input)),
    named: externalIdsIn(items),
    keyed: keyedEntries(resource, input),
    unique: new Map(
      uniqueColumns(resource).map(
        (column) => [column, uniqueValues(column, [...unique, ...restored, ...namedBy(items)])] as const,
      ),
    ),
    idempotencyKeys: context.idempotency ? [{ tokenId: context.actor.tokenId, key: context.idempotency.key }] : [],
    waits: true,
  };
}

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

/** The external ids by which requests name the records that they change. */
const namedBy = (items: readonly Item[]) =>
  items.flatMap(({ externalId }) => (externalId === undefined ? [] : [{ external_id: externalId }]));

const uniqueValues = (column: string, values: readonly Readonly<Record<string, unknown>>[]): string[] =>
  values.flatMap((one) => (typeof one[column] === 'string' ? [one[column]] : []));

/** The ids of the records that the given values refer to, by plural. */
function referencedIds(resource: Resource, input: readonly Values[]): Map<string, string[]> {
  const byPlural = new Map<string, string[]>();
  for (const { name, field } of namingColumns(resource)) {
    if (field.kind !== 'reference' && field.kind !== 'references') continue;
    const named = input.flatMap((values) => values[name] ?? []).filter(isId);
    byPlural.set(field.to, [...new Set([...(byPlural.get(field.to) ?? []), ...named])]);
  }
  return byPlural;
}

/** The keys of the list entries that the given values name, by plural. */
function keyedEntries(resource: Resource, input: readonly Values[]): Map<string, string[]> {
  const byPlural = new Map<string, string[]>();
  for (const { name, field } of namingColumns(resource)) {
    if (field.kind !== 'entry_key') continue;
    const keys = input.flatMap((values) => values[name] ?? []).filter((key) => typeof key === 'string');
    byPlural.set(field.of, [...new Set([...(byPlural.get(field.of) ?? []), ...keys])]);
  }
  return byPlural;
}
