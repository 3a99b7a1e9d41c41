import { dateAfter, endOfDay, firstInstantOf, instantText, zoneOffsets } from '../../domain/calendar.ts';
import type { Resource } from '../../resources/resource.ts';
import type { QueryDay } from '../../store/query/derived-values.ts';
import { instantOf } from '../../store/query/cursors.ts';
import type { PageRequest } from '../../store/query/page.ts';
import type { Filter } from '../../store/query/filters.ts';
import { wireTime } from '../../resources/vocabulary/formats.ts';
import { type SelectedList, selectRecords } from '../../store/query/selection.ts';
import type { RequestContext, StoreContext } from '../request-context.ts';
import type { AskedFilter, Relative } from './list-filters.ts';
import type { ListRequest } from './list-request.ts';
import { dayContext } from './renderer.ts';

// Turns a list request into the records to select, as of one instant. `me` becomes the acting user; `today` and
// `today-30` become dates or instants.

/** The account's records for a list request. */
export const selectionOf = (
  context: RequestContext,
  resource: Resource,
  { filters = [], view, asOf }: Pick<ListRequest, 'filters' | 'view' | 'asOf'>,
  at: Date,
): SelectedList =>
  selectRecords(
    context.actor.accountId,
    resource,
    { filters: resolvedFilters(context, filters, at), view, asOf: asOf && wireTime(at) },
    dayFor(context, at, { isPast: asOf !== undefined }),
  );

/**
 * The limit of records on a page that uses the cache. Users look at small pages again and again. A client that reads a
 * whole list requests larger pages, and each page once.
 */
const mostLookedAt = 100;

/**
 * Whether the service first reads the versions of the records, and then only the records that the render cache lacks.
 * It does so for whole records on small pages. A record that changes in between may no longer match the list's filters.
 * Personal records are read in one statement with the check of their owner.
 */
export function isCachedPage(
  { store }: StoreContext,
  resource: Resource,
  { shape, perPage, asOf }: ListRequest,
): boolean {
  const { keys, include = [] } = shape ?? {};
  const isWhole = keys === undefined && include.length === 0 && asOf === undefined;
  const isCached = isWhole && resource.kept === 'table' && !resource.personal && perPage <= mostLookedAt;
  return isCached && store.speedUps.renderCache;
}

/**
 * The cursor's instant; the instant as of which the list is read, or else that of the request, if there is none or it is
 * in the future, which no issued cursor has.
 */
export function instantOfList(
  { at }: RequestContext,
  { cursor, asOf = at }: Pick<PageRequest, 'cursor'> & Pick<ListRequest, 'asOf'>,
): Date {
  const told = new Date((cursor === undefined ? null : instantOf(cursor)) ?? asOf);
  return told > at ? asOf : told;
}

/**
 * The data that conditions may use besides the records. In the past, the status of a project follows from its own values
 * alone: a stage may have changed since.
 */
export function dayFor({ actor, directory }: RequestContext, at: Date, { isPast = false } = {}): QueryDay {
  const { now, today, timeZone, entries } = dayContext(directory, at);
  return {
    now,
    today,
    userId: actor.userId,
    // Computed on access, because most lists do not use it.
    get wonStageIds() {
      if (isPast) return [];
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

const isRelative = (value: AskedFilter['values'][number]): value is Relative =>
  typeof value === 'object' && value !== null;

/** Whether the filters depend on the day of the request. */
export const dependOnDay = (filters: readonly AskedFilter[] = []): boolean =>
  filters.some(({ values }) => values.some((value) => isRelative(value) && value.is === 'day'));

/** The filters with the user, the dates and the instants that their relative values mean. */
export function resolvedFilters(
  { actor, directory }: RequestContext,
  filters: readonly AskedFilter[],
  at: Date,
): readonly Filter[] {
  if (!filters.some(({ values }) => values.some(isRelative))) return filters as readonly Filter[];
  const { today, timeZone } = dayContext(directory, at);
  return filters.map(({ on, operator, values: asked }): Filter => {
    const spans: DaySpan[] = [];
    const isInstant = 'field' in on && on.field.kind === 'date_time';
    const values = asked.flatMap((value): (string | null)[] => {
      if (!isRelative(value)) return [value];
      if (value.is === 'me') return [actor.userId];
      const date = dateAfter(today, value.days);
      if (!isInstant) return [date];
      spans.push(spanOf(date, timeZone));
      return [];
    });
    return onInstants({ on, operator, values }, spans);
  });
}

type DaySpan = readonly [from: string, until: string];

/** The instants of a day, from its first to before the first of the next day. */
const spanOf = (date: string, timeZone: string): DaySpan => [
  firstInstantOf(date, timeZone) ?? '-infinity',
  instantText(endOfDay(date, timeZone)) ?? 'infinity',
];

/** A filter on the instants of days: it compares with the start or the end of the day, or is equal to all of it. */
function onInstants(filter: Filter, spans: readonly DaySpan[]): Filter {
  const [span] = spans;
  if (!span) return filter;
  const { on, operator } = filter;
  const [from, until] = span;
  switch (operator) {
    case 'gt':
      return { on, operator: 'gte', values: [until] };
    case 'lte':
      return { on, operator: 'lt', values: [until] };
    case 'gte':
    case 'lt':
      return { on, operator, values: [from] };
    default:
      return { ...filter, spans };
  }
}
