import { zoneOffsets } from '../../domain/calendar.ts';
import type { Resource } from '../../resources/resource.ts';
import { listFieldsOf } from '../../resources/list-fields.ts';
import { type Binding, type Day, newBinding } from '../../store/query/binding.ts';
import type { Param } from '../../database/engine.ts';
import { conditionOf, type Filter } from '../../store/query/filters.ts';
import type { SortKey } from '../../store/query/keyset.ts';
import { visibleTo } from '../../store/rows/visibility.ts';
import { sortKeys, type SortTerm } from '../../store/query/sort-keys.ts';
import { viewsOf } from '../../store/query/views.ts';
import type { RequestContext } from '../request-context.ts';
import type { ListRequest } from './list-request.ts';
import { dayContext } from './renderer.ts';

/** The records of a list: conditions over `t`, and their parameters, of which the first is the account. */
export interface Selection {
  readonly conditions: readonly string[];
  readonly parameters: readonly Param[];
  /** Binds the parameters of the rest of the statement. */
  readonly binding: Binding;
}

type Wanted = Pick<ListRequest, 'filters' | 'view'>;

/** The account's records for a list request: only live ones, unless a filter uses `deleted_at`. */
export function selectionOf(
  context: RequestContext,
  resource: Resource,
  { filters = [], view }: Wanted,
  at: Date,
): Selection {
  const binding = newBinding(context.actor.accountId, dayFor(context, at));
  const seen = view === undefined ? undefined : viewsOf(resource)[view];
  const conditions = [
    't.account_id = $1::bigint',
    ...(filters.some(speaksOfDeletion) ? [] : ['t.deleted_at is null']),
    ...(resource.personal ? visibleTo(resource, binding.holdDay('userId')) : []),
    ...(seen ? [seen(binding)] : []),
    ...filters.map((filter) => conditionOf(resource, filter, binding)),
  ];
  return { conditions, parameters: [...binding.parameters], binding };
}

/** The order of a list. Its parameters that depend on the time are bound beside those of the conditions. */
export function orderOf(
  resource: Resource,
  sort: readonly SortTerm[] | undefined,
  binding: Binding,
): readonly SortKey[] {
  return sortKeys(resource, sort ?? ownOrder(resource), binding);
}

const speaksOfDeletion = ({ on }: Filter): boolean => 'name' in on && on.name === 'deleted_at';

function ownOrder(resource: Resource): SortTerm[] {
  const fields = listFieldsOf(resource);
  return (resource.order ?? ['created_at']).flatMap((name) => {
    const field = fields.get(name);
    return field ? [{ field, descending: resource.order === undefined }] : [];
  });
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
