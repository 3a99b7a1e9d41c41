import type { CalendarDay } from '../../resources/written-dates/days.ts';
import type { Card } from '../pursuits/card-fields.ts';
import { dueOf } from '../pursuits/due.ts';

/** The bids of a day; those that are late have no day. */
export interface BidDay {
  readonly day: CalendarDay | null;
  readonly bids: readonly Card[];
}

/** Groups bids by day: the late ones first, then today even without a bid, then each day that has one. */
export function bidDays(bids: readonly Card[], at: { now: Date; today: CalendarDay }): readonly BidDay[] {
  const inOrder = bids.toSorted(byHour);
  const late = inOrder.filter((bid) => dueOf(bid, at) === 'overdue');
  const others = inOrder.filter((bid) => !late.includes(bid));
  const days = [...new Set([at.today, ...others.map(({ bid_due_date: day }) => day ?? at.today)])].toSorted();
  return [
    ...(late.length > 0 ? [{ day: null, bids: late }] : []),
    ...days.map((day) => ({ day, bids: others.filter((bid) => bid.bid_due_date === day) })),
  ];
}

/** By day, then by hour. A bid without an hour is due at the end of its day. */
const byHour = (one: Card, other: Card): number => (keyOf(one) < keyOf(other) ? -1 : 1);

const keyOf = ({ bid_due_date: day, bid_due_at: at, bid_due_at_includes_time: isTimed }: Card): string =>
  `${day ?? ''} ${isTimed ? at : '~'}`;
