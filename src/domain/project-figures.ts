import type { Problem } from '../refusal.ts';
import type { Value } from '../resources/resource.ts';
import { daysBetween } from './calendar.ts';
import { differing, givenValue, isWritten } from './given.ts';
import type { Rule } from './rule.ts';

/** The stored figures of a project: its prices by area and by unit, and how long it is built. */
export const computeFigures: Rule = (change) => {
  if (!isWritten(change)) return {};
  const { amount, square_feet: squareFeet, units, start_date: start, end_date: end } = change.after;
  const areDatesGiven = givenValue(change, 'start_date') !== undefined || givenValue(change, 'end_date') !== undefined;
  if (areDatesGiven && isBefore(end, start)) return { problems: [endBeforeStart] };
  return {
    set: differing(change, {
      price_per_square_foot: pricePer(amount, squareFeet),
      price_per_unit: pricePer(amount, units),
      project_duration: durationOf(start, end),
    }),
  };
};

/** An amount shared out, to two decimals, halves up; `null` when either is missing or zero. */
export function pricePer(amount: Value | undefined, count: Value | undefined): number | null {
  if (typeof amount !== 'number' || typeof count !== 'number' || amount === 0 || count === 0) return null;
  // Whole cents, because a quotient of floating point numbers can fall just short of a half.
  const cents = BigInt(amount.toFixed(2).replace('.', ''));
  const parts = BigInt(count);
  return Number((2n * cents + parts) / (2n * parts)) / 100;
}

function durationOf(start: Value | undefined, end: Value | undefined): number | null {
  return typeof start === 'string' && typeof end === 'string' ? daysBetween(start, end) + 1 : null;
}

const isBefore = (one: Value | undefined, other: Value | undefined): boolean =>
  typeof one === 'string' && typeof other === 'string' && one < other;

const endBeforeStart: Problem = {
  pointer: '/end_date',
  code: 'out_of_range',
  message: 'must not be before start_date',
};
