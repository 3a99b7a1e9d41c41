import { isDate, isDateTime } from '../../../resources/vocabulary/formats.ts';
import { addDays, type CalendarDay, dayIn, weekdayOf } from '../../../resources/written-dates/days.ts';

/** A past day that people ask for by a name. */
interface PastDay {
  readonly name: string;
  readonly day: CalendarDay;
}

/** The ends of the last week (its Sunday), of the last month and of the last quarter of the year. */
export function pastDays(today: CalendarDay): readonly PastDay[] {
  const month = Number(today.slice(5, 7));
  const quarter = String(month - ((month - 1) % 3)).padStart(2, '0');
  return [
    { name: 'End of last week', day: addDays(today, -weekdayOf(today)) },
    { name: 'End of last month', day: addDays(`${today.slice(0, 8)}01`, -1) },
    { name: 'End of last quarter', day: addDays(`${today.slice(0, 5)}${quarter}-01`, -1) },
  ];
}

/** What the page knows of the calendar of the firm. */
interface Firm {
  readonly today: CalendarDay;
  readonly timeZone: string;
}

/** The day of an instant of an address, such as `today-7`; undefined if the service refuses the instant. */
export function dayOf(asOf: string, { today, timeZone }: Firm): CalendarDay | undefined {
  const relative = /^today(?:-(\d{1,4}))?$/.exec(asOf);
  if (relative) return addDays(today, -Number(relative[1] ?? 0));
  if (isDate(asOf)) return asOf;
  return isDateTime(asOf) ? dayIn(timeZone, new Date(asOf)) : undefined;
}

/** The last Sunday that is at least seven days before a day: the pages of weeks chain from Sunday to Sunday. */
export const weekBefore = (day: CalendarDay): CalendarDay => addDays(day, -7 - (weekdayOf(day) % 7));
