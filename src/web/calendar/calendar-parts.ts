import { addDays, type CalendarDay } from '../../resources/written-dates/days.ts';
import { filtersOf, type Search } from '../queries/address.ts';
import type { Part } from '../pursuits/cards/part.ts';

/** The open pursuits that match an address: those of the board. */
export const pursuitsOf = (search: Search): Search => ({ project_status: 'pursuit', ...filtersOf(search) });

interface Span {
  readonly first: CalendarDay;
  readonly last: CalendarDay;
  /** The day that `today` means in the address. */
  readonly today: CalendarDay;
}

/** The bids due on some days. An address that asks for fewer days gets these. */
export const daysPart = (query: Search, { first, last, today }: Span): Part => ({
  query: {
    'bid_due_date[gte]': narrower(query['bid_due_date[gte]'], { bound: first, today, isLater: true }),
    'bid_due_date[lte]': narrower(query['bid_due_date[lte]'], { bound: last, today, isLater: false }),
  },
  has: ({ bid_due_date: day }) => day !== null && day >= first && day <= last,
  perPage: 500,
  isByPage: false,
});

/** The projects without a due date. */
export const undatedPart: Part = {
  query: { 'bid_due_date[is_null]': 'true' },
  has: ({ bid_due_date: day }) => day === null,
  perPage: 50,
  isByPage: true,
};

/** Whether an address leaves room for projects without a due date. */
export const allowsUndated = (query: Search): boolean => query['bid_due_date[is_null]'] !== 'false';

/** The first bid after a day that has not been submitted. */
export const nextBidQuery = (query: Search, last: CalendarDay, today: CalendarDay): Search => ({
  submitted_at: 'null',
  ...query,
  'bid_due_date[gt]': narrower(query['bid_due_date[gt]'], { bound: last, today, isLater: true }),
  sort: 'bid_due_date',
  fields: 'id,name,bid_due_date',
  per_page: '1',
});

/** The given limit if it leaves fewer days than the bound, or if only the service can say what is wrong with it. */
function narrower(
  given: string | undefined,
  { bound, today, isLater }: { bound: CalendarDay; today: CalendarDay; isLater: boolean },
): string {
  if (given === undefined) return bound;
  const day = dayOf(given, today);
  return day === null || (isLater ? day > bound : day < bound) ? given : bound;
}

/** `2026-03-14` or `today+14` as a day; null if the text is neither. */
function dayOf(text: string, today: CalendarDay): CalendarDay | null {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
  const [whole, days = '0'] = /^today([+-]\d{1,4})?$/.exec(text) ?? [];
  return whole === undefined ? null : addDays(today, Number(days));
}
