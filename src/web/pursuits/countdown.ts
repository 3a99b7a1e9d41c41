import { daysBetween, type CalendarDay } from '../../resources/written-dates/days.ts';
import { type Bid, dueOf } from './due.ts';

const minute = 60_000;
const hour = 60 * minute;

/**
 * How long a bid has time: `in 40 minutes`, `in 5 hours`, `tomorrow`, `in 12 days`; how late it is: `2 days late`. Null
 * for a bid that is submitted or has no date.
 */
export function countdown(bid: Bid, { now, today }: { now: Date; today: CalendarDay }): string | null {
  const due = dueOf(bid, { now, today });
  if (bid.bid_due_date === null || due === 'submitted') return null;
  const days = daysBetween(today, bid.bid_due_date);
  if (bid.bid_due_at_includes_time && bid.bid_due_at !== null && Math.abs(days) < 2) {
    const left = Date.parse(bid.bid_due_at) - now.getTime();
    if (Math.abs(left) < 12 * hour) return worded(timeWords(Math.abs(left)), left < 0);
  }
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  return worded(counted(Math.abs(days), 'day'), days < 0);
}

const worded = (time: string, isLate: boolean): string => (isLate ? `${time} late` : `in ${time}`);

const timeWords = (ms: number): string =>
  ms < hour ? counted(Math.max(1, Math.round(ms / minute)), 'minute') : counted(Math.floor(ms / hour), 'hour');

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;
