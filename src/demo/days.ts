import { firstInstantOf } from '../domain/calendar.ts';

/** A day of the calendar as a number; the next day is one more. */
export type Day = number;

const dayLength = 86_400_000;

export const dayNumber = (date: string): Day => Date.parse(date) / dayLength;

export const dateOf = (day: Day): string => new Date(day * dayLength).toISOString().slice(0, 10);

/** 1 to 12. */
export const monthOf = (day: Day): number => new Date(day * dayLength).getUTCMonth() + 1;

/** Bids are due on none of these. */
const holidays = ['01-01', '07-04', '12-24', '12-25'];

// Day 0 was a Thursday.
const isWorkday = (day: Day): boolean =>
  (day + 4) % 7 !== 0 && (day + 4) % 7 !== 6 && !holidays.includes(dateOf(day).slice(5));

/** The day itself when people work on it, else the next one that they do. */
export const workdayFrom = (day: Day): Day => (isWorkday(day) ? day : workdayFrom(day + 1));

/** The same, with the one before instead. */
export const workdayBefore = (day: Day): Day => (isWorkday(day) ? day : workdayBefore(day - 1));

/** The first day from this one on that is one of the weekdays; Monday is 1. */
export function weekdayFrom(day: Day, weekdays: readonly number[]): Day {
  let found = day;
  while (!weekdays.includes((found + 4) % 7)) found += 1;
  return found;
}

/** Tells the first instant of days in a zone, in milliseconds; each is worked out once. */
export function daysIn(timeZone: string): (day: Day) => number {
  const known = new Map<Day, number>();
  return (day) => {
    const found = known.get(day) ?? Date.parse(firstInstantOf(dateOf(day), timeZone) ?? dateOf(day));
    known.set(day, found);
    return found;
  };
}
