import { dateAfter, endOfDay, firstInstantOf, instantText, zoneOffsets } from '../../domain/calendar.ts';
import type { Values } from '../../domain/rule.ts';
import { listFieldsOf } from '../../resources/list-fields.ts';
import type { Resource } from '../../resources/resource.ts';
import { wireTime, isId } from '../../resources/vocabulary/formats.ts';
import type { Day } from '../../store/query/derived-values.ts';
import { instantOf, keyColumns, sortKeys, type SortTerm } from '../../store/query/keyset.ts';
import { type ListPage, type PageRequest, readCount, readPage } from '../../store/query/page.ts';
import { type Filter, type Selection, selectRecords } from '../../store/query/selection.ts';
import { readById } from '../../store/cache/by-id.ts';
import { selectByIdText } from '../../store/rows/select.ts';
import type { RequestContext, StoreContext } from '../request-context.ts';
import { type Rendered, type RecordText, notFound } from '../results.ts';
import type { AskedFilter, Relative } from './list-filters.ts';
import type { ListRequest } from './list-request.ts';
import { renderRows } from './rendered-rows.ts';
import { pageRendererOf, type PageRow } from './render-cache.ts';
import { dayContext, readKeys, type Shape } from './renderer.ts';

/** A record by its id, only if its columns have the values in `where`. */
export interface Wanted {
  readonly id: string;
  readonly where?: Values;
}

/** One live record of the account. */
export async function readOne(context: StoreContext, shape: Shape, { id, where = {} }: Wanted): Promise<Rendered> {
  const { resource } = shape;
  const { accountId, userId } = context.actor;
  const keys = readKeys(shape);
  const text = selectByIdText(resource, keys && [...keys, ...Object.keys(where)]);
  const sought = { text, accountId, id, user: resource.personal ? userId : null };
  const row = isId(id) ? await readById(context.store, sought) : undefined;
  if (!row || Object.entries(where).some(([column, value]) => row[column] !== value)) throw notFound(resource, id);
  const [json = 'null'] = await renderRows(context, shape, [row]);
  return { id: row.id, version: row.version, json };
}

/**
 * A page of the account's records of a resource, with links to other pages.
 * A cursor carries the instant of the first page, so that values that depend on the time agree on all pages.
 */
export async function readList(
  context: StoreContext,
  resource: Resource,
  asked: ListRequest,
): Promise<ListPage<RecordText>> {
  const at = instantOfList(context, asked);
  const { conditions, parameters, binding } = selectionOf(context, resource, asked, at);
  // The parameters of the order that depend on the time are bound beside those of the conditions.
  const order = sortKeys(resource, asked.sort ?? ownOrder(resource), binding);
  const { select, render: showPage } = pageRendererOf(context, resource, asked);
  const { entries, links } = await readPage<PageRow>(
    context.store.engine,
    {
      table: resource.plural,
      conditions,
      parameters: binding.parameters,
      order,
      at: binding.isDated || dependOnDay(asked.filters) ? wireTime(at) : undefined,
      select: (picked, ordered, more) => select(picked, ordered, [...keyColumns(order), ...more]),
      keysOf: (row) => order.map(({ column }) => keyText((row[column] ?? null) as KeyValue)),
    },
    asked,
  );
  const counted = asked.countsExactly
    ? await readCount(context.store.engine, resource.plural, { conditions, parameters })
    : {};
  return { entries: await showPage(entries), links, ...counted };
}

type KeyValue = string | number | boolean | null;

const keyText = (value: KeyValue): string | null => (value === null ? null : String(value));

function ownOrder(resource: Resource): SortTerm[] {
  const fields = listFieldsOf(resource);
  return (resource.order ?? ['created_at']).flatMap((name) => {
    const field = fields.get(name);
    return field ? [{ field, descending: resource.order === undefined }] : [];
  });
}

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
    const spans: Span[] = [];
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

type Span = readonly [from: string, until: string];

/** The instants of a day, from its first to before the first of the next day. */
const spanOf = (date: string, timeZone: string): Span => [
  firstInstantOf(date, timeZone) ?? '-infinity',
  instantText(endOfDay(date, timeZone)) ?? 'infinity',
];

/** A filter on the instants of days: it compares with the start or the end of the day, or is equal to all of it. */
function onInstants(filter: Filter, spans: readonly Span[]): Filter {
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
