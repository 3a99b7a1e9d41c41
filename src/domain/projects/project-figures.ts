import type { Problem } from '../../refusal.ts';
import type { projects } from '../../resources/projects.ts';
import { daysBetween } from '../calendar.ts';
import { differing, inputValue, isWritten } from '../input.ts';
import type { Rule } from '../rule.ts';

/** Computes the stored figures of a project: its prices per square foot and per unit, and its duration. */
export const computeFigures: Rule<typeof projects> = (change) => {
  if (!isWritten(change)) return {};
  const { amount, square_feet: squareFeet, units, start_date: start, end_date: end } = change.after;
  const areDatesGiven = inputValue(change, 'start_date') !== undefined || inputValue(change, 'end_date') !== undefined;
  if (areDatesGiven && isBefore(end, start)) return { problems: [endBeforeStart] };
  return {
    set: differing(change, {
      price_per_square_foot: pricePer(amount, squareFeet),
      price_per_unit: pricePer(amount, units),
      project_duration: durationOf(start, end),
    }),
  };
};

/** The amount divided by the count, to two decimals, halves up; `null` if either is missing or zero. */
export function pricePer(amount: number | null, count: number | null): number | null {
  if (amount === null || count === null || amount === 0 || count === 0) return null;
  // Whole cents, because a quotient of floating point numbers can fall just short of a half.
  const cents = BigInt(amount.toFixed(2).replace('.', ''));
  const parts = BigInt(count);
  return Number((2n * cents + parts) / (2n * parts)) / 100;
}

/** The days from the first to the last, both included; `null` unless both are known. */
export function durationOf(start: string | null, end: string | null): number | null {
  return start === null || end === null ? null : daysBetween(start, end) + 1;
}

const isBefore = (one: string | null, other: string | null): boolean => one !== null && other !== null && one < other;

const endBeforeStart: Problem = {
  pointer: '/end_date',
  code: 'out_of_range',
  message: 'must not be before start_date',
};
