import type { CalendarDay } from '../../resources/written-dates/days.ts';
import { instantIn, timeIn } from '../../resources/written-dates/zone.ts';
import type { Card } from './card-fields.ts';

/** The fields of a bid date. */
export type BidDate =
  | { readonly bid_due_date: CalendarDay | null }
  | { readonly bid_due_date: CalendarDay; readonly bid_due_at: string | null };

type BidTime = Pick<Card, 'bid_due_at' | 'bid_due_at_includes_time'>;

/** The hour of a bid in the firm's zone, `HH:MM`; null if only its day is known. */
export const hourOf = (
  { bid_due_at: at, bid_due_at_includes_time: isTimed }: BidTime,
  timeZone: string,
): string | null => (isTimed && at !== null ? timeIn(timeZone, at) : null);

/** A bid on a day, at an hour if it has one. The day that a bid has already drops its hour only with the instant. */
export const bidOn = (day: CalendarDay, hour: string | null, timeZone: string): BidDate => ({
  bid_due_date: day,
  bid_due_at: hour === null ? null : instantIn(timeZone, day, hour),
});
