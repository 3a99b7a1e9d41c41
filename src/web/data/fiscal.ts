import type { CalendarDay } from '../../resources/written-dates/days.ts';
import { addDays } from '../../resources/written-dates/days.ts';
import type { GoalPeriod } from '../../resources/vocabulary/choices.ts';

/** Days from the first to the last, both included. */
export interface Days {
  readonly from: CalendarDay;
  readonly to: CalendarDay;
}

const monthsOf: Readonly<Record<GoalPeriod, number>> = { month: 1, quarter: 3, year: 12 };

/** The fiscal year that contains a day, by the calendar year in which it ends. @param firstMonth 1 to 12. */
export function fiscalYearOf(day: CalendarDay, firstMonth: number): number {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return firstMonth > 1 && month >= firstMonth ? year + 1 : year;
}

/** The periods of a fiscal year, in order. @param year the calendar year in which it ends. */
export function periodsOf(year: number, period: GoalPeriod, firstMonth: number): readonly Days[] {
  const months = monthsOf[period];
  const begin = (firstMonth > 1 ? year - 1 : year) * 12 + firstMonth - 1;
  return Array.from({ length: 12 / months }, (_, index) => ({
    from: firstDayOf(begin + index * months),
    to: addDays(firstDayOf(begin + (index + 1) * months), -1),
  }));
}

/** @param month counted from January of the year 0. */
const firstDayOf = (month: number): CalendarDay =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`;

/** The name of a period in two parts: `Q3` and `FY2026`, `Jan` and `2026`, or `FY2026` alone. */
export function periodName(day: CalendarDay, period: GoalPeriod, firstMonth: number): readonly [string, string] {
  const year = fiscalYearOf(day, firstMonth);
  if (period === 'year') return [`FY${year}`, ''];
  if (period === 'month') return [monthFormat.format(Date.parse(`${day}T00:00:00Z`)), day.slice(0, 4)];
  const month = Number(day.slice(5, 7));
  return [`Q${Math.floor(((month - firstMonth + 12) % 12) / 3) + 1}`, `FY${year}`];
}

const monthFormat = new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' });
