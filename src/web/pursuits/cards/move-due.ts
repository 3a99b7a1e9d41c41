import type { Formats } from '../../data/formats.ts';
import type { BidDate } from '../bid-date.ts';
import type { Card } from '../card-fields.ts';
import type { CardChange } from './change-card.ts';

/** The change that gives a bid another date, or none. */
export function moveDue({ name }: Card, bid: BidDate, { weekday, time }: Formats): CardChange {
  const at = 'bid_due_at' in bid ? bid.bid_due_at : null;
  const day = bid.bid_due_date;
  const shown = { bid_due_date: day, bid_due_at: at, bid_due_at_includes_time: day === null ? null : at !== null };
  const said =
    day === null
      ? `${name} has no due date.`
      : `${name} is due ${[weekday(day), at && time(at)].filter(Boolean).join(', ')}.`;
  return { fields: bid, shown, said };
}
