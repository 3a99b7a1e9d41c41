import { dateAfter } from '../../domain/calendar.ts';
import { periodOf } from '../../domain/periods.ts';
import { type Problem, queryRefusal } from '../../refusal.ts';
import type { GoalPeriod } from '../../resources/vocabulary/choices.ts';

/** Days from the first to the last, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The problem of a first day that is after the last. */
export const fromAfter = (last: string): Problem => ({
  parameter: 'from',
  code: 'out_of_range',
  message: `must not be after the last day, ${last}`,
});

/** The limit of periods in a report. */
export const mostPeriods = 40;

/**
 * The periods that days fall into, cut to these days. Quarters and years are fiscal.
 * @throws {Refusal} `invalid_query` if there are more than 40.
 */
export function periodsOf({ from, to }: Days, every: GoalPeriod, firstMonth: number): Days[] {
  const periods: Days[] = [];
  for (let day = from; day <= to; ) {
    if (periods.length === mostPeriods) throw tooMany();
    const { to: last } = periodOf(day, every, firstMonth);
    periods.push({ from: day, to: last < to ? last : to });
    if (last >= to) break;
    day = dateAfter(last, 1);
  }
  return periods;
}

function tooMany() {
  const message = `makes more than ${mostPeriods} periods; take longer ones, or fewer days`;
  return queryRefusal([{ parameter: 'every', code: 'too_many', message }]);
}

/** The first day of the twelve months that end on a day. */
export function twelveMonthsTo(day: string): string {
  const year = String(Math.max(1, Number(day.slice(0, 4)) - 1)).padStart(4, '0');
  const rest = day.slice(4);
  return dateAfter(year + (rest === '-02-29' ? '-02-28' : rest), 1);
}
