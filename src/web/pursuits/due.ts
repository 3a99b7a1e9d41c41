import { daysBetween, type CalendarDay } from '../../resources/written-dates/days.ts';

/** When a bid is due, compared with now. */
export type Due = 'none' | 'later' | 'soon' | 'overdue' | 'submitted';

/** The dates of a bid. */
export interface Bid {
  readonly bid_due_date: string | null;
  readonly bid_due_at: string | null;
  readonly bid_due_at_includes_time: boolean | null;
  readonly submitted_at: string | null;
}

const soonDays = 7;

/** A bid with a time is overdue from that instant on, another one after its day. A submitted bid never is. */
export function dueOf(bid: Bid, { now, today }: { now: Date; today: CalendarDay }): Due {
  if (bid.bid_due_date === null) return 'none';
  if (bid.submitted_at !== null) return 'submitted';
  const isPast =
    bid.bid_due_at_includes_time && bid.bid_due_at !== null
      ? Date.parse(bid.bid_due_at) < now.getTime()
      : bid.bid_due_date < today;
  if (isPast) return 'overdue';
  return daysBetween(today, bid.bid_due_date) <= soonDays ? 'soon' : 'later';
}
