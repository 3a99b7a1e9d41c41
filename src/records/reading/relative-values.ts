import { dateAfter, endOfDay, firstInstantOf, instantText } from '../../domain/calendar.ts';
import { namesUser, type ListField } from '../../resources/list-fields.ts';
import type { Filter } from '../../store/query/filters.ts';
import type { RequestContext } from '../request-context.ts';
import { dayContext } from './renderer.ts';

/** A filter value that depends on the request: its acting user, or the day so many days after the account's today. */
export type Relative = { readonly is: 'me' } | { readonly is: 'day'; readonly days: number };

/** The relative values that a field takes, if any. */
export type RelativeKind = Relative['is'] | undefined;

/** A filter as the request sends it. */
export interface AskedFilter extends Omit<Filter, 'values' | 'spans'> {
  readonly values: readonly (string | Relative | null)[];
}

/** The relative values that a field of a record takes. */
export function relativeKindOf(listed: ListField): RelativeKind {
  if (namesUser(listed)) return 'me';
  return listed.field.kind === 'date' || listed.field.kind === 'date_time' ? 'day' : undefined;
}

/** Reads a relative value; null if the text is none. A `+` that is not percent-encoded arrives as a space. */
export function relativeOf(text: string, kind: RelativeKind): Relative | null {
  if (kind === 'me') return text === 'me' ? { is: 'me' } : null;
  const found = kind === 'day' && /^today(?:([+ -])(\d{1,4}))?$/.exec(text);
  return found ? { is: 'day', days: Number(found[2] ?? 0) * (found[1] === '-' ? -1 : 1) } : null;
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
