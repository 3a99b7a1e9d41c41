import { dateAfter, daysBetween } from '../../domain/calendar.ts';
import { periodOf } from '../../domain/periods.ts';
import { queryRefusal } from '../../refusal.ts';
import type { GoalPeriod } from '../../resources/vocabulary/choices.ts';
import { dayContext } from '../reading/renderer.ts';
import type { RequestContext } from '../request-context.ts';
import type { Days } from './periods-of.ts';

/** The buckets of time to which a report assigns money. */
export interface AskedBuckets {
  readonly every: GoalPeriod;
  /** A day of the first bucket; by default the day of the report. */
  readonly start: string | undefined;
  readonly count: number;
}

/** The number of buckets by default. */
export const usualBuckets: Readonly<Record<GoalPeriod, number>> = { month: 12, quarter: 8, year: 5 };

/** The limit of buckets in a report. */
export const mostBuckets = 60;

const lastDay = '9999-12-31';

/**
 * The periods from the one that contains the first day on. Quarters and years are fiscal.
 * @throws {Refusal} `invalid_query` if they go beyond the year 9999.
 */
export function bucketsOf({ directory, at }: RequestContext, { every, start, count }: AskedBuckets): Days[] {
  const buckets: Days[] = [];
  let day = start ?? dayContext(directory, at).today;
  for (;;) {
    const period = periodOf(day, every, directory.fiscalYearStartsMonth);
    buckets.push(period);
    if (buckets.length === count) return buckets;
    if (period.to === lastDay) throw beyond(count);
    day = dateAfter(period.to, 1);
  }
}

function beyond(count: number) {
  const message = `must leave room for ${count} buckets until ${lastDay}`;
  return queryRefusal([{ parameter: 'start', code: 'out_of_range', message }]);
}

const dayNumber = (date: string): number => daysBetween('1970-01-01', date);

/** The first day of each bucket, and the day after the last one, in days from 1970-01-01. */
export const boundsOf = (buckets: readonly Days[]): number[] => [
  ...buckets.map(({ from }) => dayNumber(from)),
  dayNumber(buckets.at(-1)?.to ?? lastDay) + 1,
];
