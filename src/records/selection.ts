import { zoneOffsets } from '../domain/calendar.ts';
import type { Resource } from '../resources/resource.ts';
import { listFieldsOf } from '../resources/list-fields.ts';
import { type Binding, type Day, newBinding } from '../store/binding.ts';
import type { Param } from '../store/engine.ts';
import { conditionOf, type Filter } from '../store/filters.ts';
import type { SortKey } from '../store/keyset.ts';
import { seenBy } from '../store/seen.ts';
import { sortKeys, type SortTerm } from '../store/sort-keys.ts';
import { viewsOf } from '../store/views.ts';
import type { Call } from './call.ts';
import type { ListRequest } from './list-request.ts';
import { dayContext } from './shown.ts';

/** Which records a list has: conditions over `t`, and their parameters, of which the first is the account. */
export interface Selection {
  readonly conditions: readonly string[];
  readonly parameters: readonly Param[];
  /** For what is said besides in the same statement. */
  readonly binding: Binding;
}

type Wanted = Pick<ListRequest, 'filters' | 'view'>;

/** The records of the account that a list asks for: live ones, unless a filter speaks of `deleted_at`. */
export function selectionOf(call: Call, resource: Resource, { filters = [], view }: Wanted, at: Date): Selection {
  const binding = newBinding(call.actor.accountId, dayFor(call, at));
  const seen = view === undefined ? undefined : viewsOf(resource)[view];
  const conditions = [
    't.account_id = $1::bigint',
    ...(filters.some(speaksOfDeletion) ? [] : ['t.deleted_at is null']),
    ...(resource.personal ? seenBy(resource, binding.holdDay('userId')) : []),
    ...(seen ? [seen(binding)] : []),
    ...filters.map((filter) => conditionOf(resource, filter, binding)),
  ];
  return { conditions, parameters: [...binding.parameters], binding };
}

/** The order in which a list is read; what it needs of the time is bound beside the conditions. */
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

/** What conditions may depend on besides the records. */
export function dayFor({ actor, directory }: Call, at: Date): Day {
  const { now, today, timeZone, entries } = dayContext(directory, at);
  return {
    ...{ now, today, userId: actor.userId },
    // Worked out when asked for: most lists never do.
    get wonStageIds() {
      const won = [...entries('project_stages').values()].filter((stage) => stage['category'] === 'won');
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
