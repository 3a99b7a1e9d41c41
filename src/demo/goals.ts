import { dateAfter } from '../domain/calendar.ts';
import { type Period, periodOf } from '../domain/periods.ts';
import type { Values } from '../domain/rule.ts';
import type { GoalPeriod } from '../resources/vocabulary/choices.ts';
import type { Deed, Links } from './deed.ts';
import type { Pursuit } from './pursuits.ts';
import type { FirmSetting } from './setting.ts';

/** A job that the firm has won. */
interface Booking {
  readonly amount: number;
  readonly division: string;
}

/** The years of the firm's past. */
const years = 3;

/** The quarters from the current one for which the firm plans what it will earn. */
const plannedQuarters = 8;

/**
 * The goals of the firm, from what it books in a year: for its fiscal years and, in the current one, for its divisions
 * and quarters; and what it wants to earn in the next quarters.
 * @param firstMonth of the fiscal year.
 */
export function goalDeeds(setting: FirmSetting, pursuits: readonly Pursuit[], firstMonth: number): Deed[] {
  const { days } = setting;
  const today = days.dateOf(0);
  const bookings = pursuits.flatMap(bookingOf);
  const yearly = bookings.reduce((sum, { amount }) => sum + amount, 0) / years;
  if (yearly === 0) return [];
  const periods = (from: string, count: number, kind: GoalPeriod) => periodsFrom(from, { count, kind, firstMonth });
  const current = periodOf(today, 'year', firstMonth);
  const goals: readonly Goal[] = [
    ...periods(days.dateOf(days.first), years + 1, 'year').map(({ from }, index) => ({
      ...{ period: 'year' as const, starts_on: from, measure: 'booked_amount' },
      target: rounded(yearly * (0.85 + index * 0.1)),
    })),
    ...sharesOf(bookings).map(([division, share]) => ({
      ...{ period: 'year' as const, starts_on: current.from, measure: 'booked_amount' },
      ...{ target: rounded(yearly * share * 1.1), division },
    })),
    ...periods(current.from, 4, 'quarter').map(({ from }) => ({
      ...{ period: 'quarter' as const, starts_on: from, measure: 'booked_count' },
      target: Math.max(1, Math.round((bookings.length / years / 4) * 1.1)),
    })),
    ...periods(today, plannedQuarters, 'quarter').map(({ from }) => ({
      ...{ period: 'quarter' as const, starts_on: from, measure: 'earned_amount' },
      target: rounded(yearly / 4),
    })),
  ];
  return goals.map((goal, index) => deedOf(setting, goal, index));
}

interface Goal extends Values {
  readonly period: GoalPeriod;
  readonly starts_on: string;
  readonly target: number;
  /** The key of a division. */
  readonly division?: string;
}

function deedOf({ days }: FirmSetting, { division, ...values }: Goal, index: number): Deed {
  const links: Links = division === undefined ? {} : { division_id: `divisions/${division}` };
  return {
    at: days.instantOf(days.first, 460),
    by: 'users/admin',
    action: 'create',
    name: `goals/${index + 1}`,
    values,
    links,
  };
}

function bookingOf({ deeds, record, scale }: Pursuit): Booking[] {
  if (!deeds.some(({ verb }) => verb === 'won')) return [];
  return [{ amount: record.amount * scale, division: record.division }];
}

/** The share of each division in what the firm books. */
function sharesOf(bookings: readonly Booking[]): (readonly [division: string, share: number])[] {
  const sums = new Map<string, number>();
  for (const { division, amount } of bookings) sums.set(division, (sums.get(division) ?? 0) + amount);
  const total = [...sums.values()].reduce((sum, amount) => sum + amount, 0);
  return [...sums].sort().map(([division, amount]) => [division, amount / total]);
}

/** The period that contains a day, and those after it. */
function periodsFrom(
  day: string,
  { count, kind, firstMonth }: { readonly count: number; readonly kind: GoalPeriod; readonly firstMonth: number },
): Period[] {
  const periods: Period[] = [];
  for (let next = day; periods.length < count; next = dateAfter(periods.at(-1)?.to ?? next, 1)) {
    periods.push(periodOf(next, kind, firstMonth));
  }
  return periods;
}

/** An amount with two figures that count, as people set goals. */
function rounded(amount: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(amount)) - 1);
  return Math.max(unit, Math.round(amount / unit) * unit);
}
