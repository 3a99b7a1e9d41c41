import type { CalendarDay } from '../../resources/written-dates/days.ts';
import { firstDayOf, type Month, monthOf } from './month.ts';

const withYear = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const withoutYear = new Intl.DateTimeFormat(undefined, { month: 'long', timeZone: 'UTC' });

/** `March 2026`; without the year if it is that of `today`. */
export function monthName(month: Month, today?: CalendarDay): string {
  const isThisYear = today !== undefined && monthOf(today).slice(0, 4) === month.slice(0, 4);
  return (isThisYear ? withoutYear : withYear).format(Date.parse(firstDayOf(month)));
}
