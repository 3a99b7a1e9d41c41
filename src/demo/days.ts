import { firstInstantOf } from '../domain/calendar.ts';

/** A day of the calendar as a number; the next day is one more. */
export type Day = number;

const dayLength = 86_400_000;

export const dayNumber = (date: string): Day => Date.parse(date) / dayLength;

export const dateOf = (day: Day): string => new Date(day * dayLength).toISOString().slice(0, 10);

/** The month, 1 to 12. */
export const monthOf = (day: Day): number => new Date(day * dayLength).getUTCMonth() + 1;

/** No bid is due on these days. */
const holidays = ['01-01', '07-04', '12-24', '12-25'];

// Day 0 was a Thursday.
const isWorkday = (day: Day): boolean =>
  (day + 4) % 7 !== 0 && (day + 4) % 7 !== 6 && !holidays.includes(dateOf(day).slice(5));

/** The day itself if it is a working day, otherwise the next working day. */
export const workdayFrom = (day: Day): Day => (isWorkday(day) ? day : workdayFrom(day + 1));

/** The day itself if it is a working day, otherwise the last working day before it. */
export const workdayBefore = (day: Day): Day => (isWorkday(day) ? day : workdayBefore(day - 1));

/** The first day, from this one on, that falls on one of the weekdays; Monday is 1. */
export function weekdayFrom(day: Day, weekdays: readonly number[]): Day {
  let found = day;
  while (!weekdays.includes((found + 4) % 7)) found += 1;
  return found;
}

/** Returns a function from a day to its first instant in a zone, in milliseconds since 1970. It caches each result. */
export function daysIn(timeZone: string): (day: Day) => number {
  const known = new Map<Day, number>();
  return (day) => {
    const found = known.get(day) ?? Date.parse(firstInstantOf(dateOf(day), timeZone) ?? dateOf(day));
    known.set(day, found);
    return found;
  };
}
