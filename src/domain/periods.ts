import { dateAfter } from './calendar.ts';
import type { GoalPeriod } from '../resources/vocabulary/choices.ts';

/** Days from the first to the last, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const monthsOf: Readonly<Record<GoalPeriod, number>> = { month: 1, quarter: 3, year: 12 };

/**
 * The month, fiscal quarter or fiscal year that contains a date; the part of it in the years 1 to 9999.
 * @param firstMonth of the fiscal year, 1 to 12.
 */
export function periodOf(date: string, kind: GoalPeriod, firstMonth: number): Period {
  const months = monthsOf[kind];
  const first = Math.floor((monthNumber(date) - (firstMonth - 1)) / months) * months + firstMonth - 1;
  return { from: firstDayOf(first), to: lastDayBefore(first + months) };
}

const lastDay = '9999-12-31';

/** Months from January of the year 0. */
const monthNumber = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;

function firstDayOf(month: number): string {
  if (month < 12) return '0001-01-01';
  const [year, ofYear] = [Math.floor(month / 12), (month % 12) + 1];
  return `${String(year).padStart(4, '0')}-${String(ofYear).padStart(2, '0')}-01`;
}

const lastDayBefore = (month: number): string => (month >= 10_000 * 12 ? lastDay : dateAfter(firstDayOf(month), -1));
