import { dateAfter, dayOf, firstInstantOf } from '../domain/calendar.ts';
import { wireTime } from '../resources/vocabulary/formats.ts';

/** A working day relative to today: 0 is today or, on a day off, the next working day; all before 0 are over. */
export type WorkingDay = number;

/** The working days around today in a time zone. */
export interface WorkingDays {
  /** The first one of the last three years. */
  readonly first: WorkingDay;
  readonly dateOf: (day: WorkingDay) => string;
  /** Milliseconds since 1970. */
  readonly instantOf: (day: WorkingDay, minute: number) => number;
}

const pastDays = 3 * 365;
const futureDays = 6 * 365;

/** No bid is due on these days. */
const holidays = ['01-01', '07-04', '12-24', '12-25'];

export function workingDays(now: Date, timeZone: string): WorkingDays {
  const instant = wireTime(now);
  const today = dayOf(instant, timeZone) ?? instant.slice(0, 10);
  const dates = Array.from({ length: pastDays + futureDays }, (_, index) => dateAfter(today, index - pastDays)).filter(
    (date) => ![0, 6].includes(new Date(date).getUTCDay()) && !holidays.includes(date.slice(5)),
  );
  const first = -dates.findIndex((date) => date >= today);
  const dateOf = (day: WorkingDay): string => dates[day - first] ?? today;
  return {
    first,
    dateOf,
    instantOf: (day, minute) => Date.parse(firstInstantOf(dateOf(day), timeZone) ?? dateOf(day)) + minute * 60_000,
  };
}
