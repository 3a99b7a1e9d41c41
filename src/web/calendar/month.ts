import { addDays, type CalendarDay, daysBetween, weekdayOf } from '../../resources/written-dates/days.ts';

/** A calendar month, `YYYY-MM`. */
export type Month = string;

/** Reads a month of an address; null if it is none. */
export const readMonth = (text: string | undefined): Month | null =>
  text !== undefined && /^(19|2\d)\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : null;

export const monthOf = (day: CalendarDay): Month => day.slice(0, 7);

export const firstDayOf = (month: Month): CalendarDay => `${month}-01`;

export const lastDayOf = (month: Month): CalendarDay => addDays(firstDayOf(addMonths(month, 1)), -1);

export function addMonths(month: Month, months: number): Month {
  const number = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months;
  return `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;
}

/** The whole weeks that a month is in. @param firstWeekday 1 for Monday to 7 for Sunday. */
export function weeksOf(month: Month, firstWeekday: number): readonly (readonly CalendarDay[])[] {
  const first = firstDayOf(month);
  const start = addDays(first, -((weekdayOf(first) - firstWeekday + 7) % 7));
  const weeks = Math.ceil((daysBetween(start, lastDayOf(month)) + 1) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_unused, day) => addDays(start, week * 7 + day)),
  );
}
