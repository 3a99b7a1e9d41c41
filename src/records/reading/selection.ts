import { zoneOffsets } from '../../domain/calendar.ts';
import type { Resource } from '../../resources/resource.ts';
import { listFieldsOf } from '../../resources/list-fields.ts';
import type { Binding, Day } from '../../store/query/expressions.ts';
import { instantOf, type SortKey, sortKeys, type SortTerm } from '../../store/query/keyset.ts';
import { type Selection, selectRecords } from '../../store/query/selection.ts';
import type { RequestContext } from '../request-context.ts';
import type { ListRequest } from './list-request.ts';
import type { PageRequest } from './pagination.ts';
import { resolvedFilters } from './relative-values.ts';
import { dayContext } from './renderer.ts';

/** The account's records for a list request. */
export const selectionOf = (
  context: RequestContext,
  resource: Resource,
  { filters = [], view }: Pick<ListRequest, 'filters' | 'view'>,
  at: Date,
): Selection =>
  selectRecords(
    context.actor.accountId,
    resource,
    { filters: resolvedFilters(context, filters, at), view },
    dayFor(context, at),
  );

/** The order of a list. Its parameters that depend on the time are bound beside those of the conditions. */
export function orderOf(
  resource: Resource,
  sort: readonly SortTerm[] | undefined,
  binding: Binding,
): readonly SortKey[] {
  return sortKeys(resource, sort ?? ownOrder(resource), binding);
}

function ownOrder(resource: Resource): SortTerm[] {
  const fields = listFieldsOf(resource);
  return (resource.order ?? ['created_at']).flatMap((name) => {
    const field = fields.get(name);
    return field ? [{ field, descending: resource.order === undefined }] : [];
  });
}

/** The cursor's instant; the request's if there is none or it is in the future, which no issued cursor has. */
export function instantOfList({ at }: RequestContext, { cursor = '' }: Pick<PageRequest, 'cursor'>): Date {
  const told = new Date(instantOf(cursor) ?? at);
  return told > at ? at : told;
}

/** The data that conditions may use besides the records. */
export function dayFor({ actor, directory }: RequestContext, at: Date): Day {
  const { now, today, timeZone, entries } = dayContext(directory, at);
  return {
    ...{ now, today, userId: actor.userId },
    // Computed on access, because most lists do not use it.
    get wonStageIds() {
      const won = [...entries('project_stages').values()].filter((stage) => stage.category === 'won');
      return won.map(({ id }) => id);
    },
    get offsetStarts() {
      return zoneOffsets(timeZone, now).starts;
    },
    get offsetSeconds() {
      return zoneOffsets(timeZone, now).seconds;
    },
  };
}
