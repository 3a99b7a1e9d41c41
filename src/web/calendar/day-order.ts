import type { CalendarDay } from '../../resources/written-dates/days.ts';
import type { Card } from '../pursuits/card-fields.ts';
import type { Arrangement } from '../pursuits/cards/card-store.ts';
import type { FocusStep } from '../pursuits/cards/step.ts';
import { type Due, dueOf } from '../pursuits/due.ts';

/** The key of the bids without a due date. */
export const noDate = '';

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

/** The time at which the calendar is shown. */
interface CalendarTime {
  readonly now: Date;
  readonly today: CalendarDay;
}

/**
 * Bids by their day: the late ones first, the submitted ones last; among each, those without an hour first, then by
 * hour. Those without a date come newest first.
 */
export const byDay = (time: CalendarTime): Arrangement => ({
  keyOf: ({ bid_due_date: day }) => day ?? noDate,
  compare: (one, other) =>
    (one.bid_due_date === null
      ? 0
      : rankOf(one, time) - rankOf(other, time) ||
        instantOf(one) - instantOf(other) ||
        collator.compare(one.name, other.name)) || Number(other.id) - Number(one.id),
});

const ranks: Readonly<Record<Due, number>> = { overdue: 0, soon: 1, later: 1, none: 1, submitted: 2 };

const rankOf = (card: Card, time: CalendarTime): number => ranks[dueOf(card, time)];

const instantOf = ({ bid_due_at: at, bid_due_at_includes_time: isTimed }: Card): number =>
  isTimed && at !== null ? Date.parse(at) : 0;

interface DayRoom {
  /** The number of lines, of which one names the number of the others. */
  readonly lines: number;
  /** The number of late bids, which come first and are never hidden. */
  readonly late: number;
}

/** The bids of a day that fit, and the number of the others. The bid that has the focus is always among them. */
export function fitting(
  bids: readonly Card[],
  { lines, late }: DayRoom,
  focused: string | null,
): { readonly shown: readonly Card[]; readonly others: number } {
  if (bids.length <= Math.max(lines, late)) return { shown: bids, others: 0 };
  const first = bids.slice(0, Math.max(0, lines - 1, late));
  const hidden = bids.slice(first.length).find(({ id }) => id === focused);
  const replaced = first.length > late ? first.slice(0, -1) : first;
  const shown = hidden ? [...replaced, hidden] : first;
  return { shown, others: bids.length - shown.length };
}

/** The bid that a step leads to; null at an end. @param days the bids of each day, in order. */
export function bidAfter(step: FocusStep, id: string, days: readonly (readonly Card[])[]): string | null {
  const isIt = (card: Card): boolean => card.id === id;
  const bids = days.flat();
  const at = bids.findIndex(isIt);
  const day = days.findIndex((cards) => cards.some(isIt));
  if (at < 0) return null;
  const hasBids = ({ length }: readonly Card[]): boolean => length > 0;
  const steps: Readonly<Record<FocusStep, () => Card | undefined>> = {
    up: () => bids[at - 1],
    down: () => bids[at + 1],
    left: () => days.slice(0, day).findLast(hasBids)?.[0],
    right: () => days.slice(day + 1).find(hasBids)?.[0],
  };
  return steps[step]()?.id ?? null;
}
