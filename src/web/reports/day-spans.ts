import { addDays, type CalendarDay, weekdayOf } from '../../resources/written-dates/days.ts';
import { type Days, fiscalYearOf, periodsOf } from '../data/fiscal.ts';
import { weekBefore } from '../lists/as-of/as-of-days.ts';

/** Days that people ask for by a name. */
interface DaySpan {
  readonly name: string;
  /** Null for the days that the service takes by itself. */
  readonly days: Days | null;
}

/** The ready spans of a report. @param firstMonth of the fiscal year, 1 to 12. */
export type SpansOf = (today: CalendarDay, firstMonth: number) => readonly DaySpan[];

/** The spans of what has been. */
export const pastSpans: SpansOf = (today, firstMonth) => {
  const year = fiscalYearOf(today, firstMonth);
  const yearOf = (which: number): Days => periodsOf(which, 'year', firstMonth)[0] ?? { from: today, to: today };
  return [
    { name: 'Last twelve months', days: null },
    { name: `This fiscal year, FY${year}`, days: yearOf(year) },
    { name: `Last fiscal year, FY${year - 1}`, days: yearOf(year - 1) },
    { name: 'Last three fiscal years', days: { from: yearOf(year - 3).from, to: yearOf(year - 1).to } },
    { name: 'This quarter', days: nearPeriod(today, 'quarter', firstMonth, 0) },
    { name: 'Last quarter', days: nearPeriod(today, 'quarter', firstMonth, -1) },
  ];
};

/** The spans of what comes. */
export const comingSpans: SpansOf = (today, firstMonth) => [
  { name: 'Next eight weeks', days: null },
  { name: 'Next two weeks', days: { from: today, to: addDays(today, 13) } },
  { name: 'This month', days: nearPeriod(today, 'month', firstMonth, 0) },
  { name: 'Next month', days: nearPeriod(today, 'month', firstMonth, 1) },
  { name: 'This quarter', days: nearPeriod(today, 'quarter', firstMonth, 0) },
  { name: 'Next quarter', days: nearPeriod(today, 'quarter', firstMonth, 1) },
];

/** Two instants that people ask for by a name: the ends of days, up to now without a second one. */
interface InstantSpan {
  readonly name: string;
  readonly from: CalendarDay;
  readonly to: CalendarDay | undefined;
}

/** The ready spans of a report between two instants. A day before the first of a period is its begin. */
export function instantSpans(today: CalendarDay, firstMonth: number): readonly InstantSpan[] {
  const sunday = addDays(today, -weekdayOf(today));
  const since = (name: string, days: Days | null): InstantSpan | null =>
    days && { name, from: addDays(days.from, -1), to: days.to < today ? days.to : undefined };
  return [
    { name: 'Since Sunday a week ago', from: weekBefore(today), to: undefined },
    { name: 'Last week', from: addDays(sunday, -7), to: sunday },
    since('This month', nearPeriod(today, 'month', firstMonth, 0)),
    since('Last month', nearPeriod(today, 'month', firstMonth, -1)),
    since('This quarter', nearPeriod(today, 'quarter', firstMonth, 0)),
    since('Last quarter', nearPeriod(today, 'quarter', firstMonth, -1)),
    since(
      `This fiscal year, FY${fiscalYearOf(today, firstMonth)}`,
      periodsOf(fiscalYearOf(today, firstMonth), 'year', firstMonth)[0] ?? null,
    ),
  ].filter((span) => span !== null);
}

/** The month or quarter of today, or one beside it. */
function nearPeriod(
  today: CalendarDay,
  period: 'month' | 'quarter',
  firstMonth: number,
  beside: -1 | 0 | 1,
): Days | null {
  const year = fiscalYearOf(today, firstMonth);
  const periods = [-1, 0, 1].flatMap((years) => periodsOf(year + years, period, firstMonth));
  return periods[periods.findIndex(({ from, to }) => from <= today && today <= to) + beside] ?? null;
}
