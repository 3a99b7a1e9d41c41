import { addDays, type CalendarDay, weekdayOf } from '../../resources/written-dates/days.ts';

/** The end of the week before. @param day of the page; null for a page of now. */
export const weekBack = (day: CalendarDay | null, today: CalendarDay): CalendarDay =>
  day === null ? addDays(today, -weekdayOf(today)) : addDays(day, -7);

/** A week later; undefined for now, when that week is not over. */
export function weekForward(day: CalendarDay, today: CalendarDay): CalendarDay | undefined {
  const next = addDays(day, 7);
  return next < today ? next : undefined;
}
