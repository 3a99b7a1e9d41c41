import { useDirectory } from '../../data/directory.ts';
import { useFormats } from '../../data/formats.ts';
import { addDays, type CalendarDay } from '../../../resources/written-dates/days.ts';
import { DateDialog } from '../../fields/date-dialog.tsx';
import { type BidDate, bidOn, hourOf } from '../bid-date.ts';
import type { Card } from '../card-fields.ts';

interface Props {
  readonly card: Card;
  readonly onPick: (bid: BidDate) => void;
  readonly onClose: () => void;
}

/**
 * Moves the date of a bid. On another day the bid keeps its hour if the text has none; the same day without an hour drops
 * it. An empty text clears the date.
 */
export function DueDialog({ card, onPick, onClose }: Props) {
  const { today, weekday } = useFormats();
  const timeZone = useDirectory().account.time_zone;
  const hour = hourOf(card, timeZone);
  return (
    <DateDialog
      title={`Bid due date of ${card.name}`}
      label="Due"
      from={card.bid_due_date ?? today}
      hour={hour}
      choices={laterDays(card.bid_due_date, today).map(({ name, day }) => ({ name, note: weekday(day), day }))}
      submit={{ date: 'Set the date', empty: 'Clear the date' }}
      onPick={(date) => onPick(date === null ? { bid_due_date: null } : bidOn(date.day, date.time, timeZone))}
      onClose={onClose}
    />
  );
}

/** The days to which an addendum often moves a bid. A late bid, and one without a date, count from today. */
function laterDays(due: CalendarDay | null, today: CalendarDay) {
  const isAhead = due !== null && due >= today;
  const later = (days: number) => addDays(isAhead ? due : today, days);
  return [
    { name: isAhead ? '1 day later' : 'Tomorrow', day: later(1) },
    { name: isAhead ? '1 week later' : 'In a week', day: later(7) },
    { name: isAhead ? '2 weeks later' : 'In 2 weeks', day: later(14) },
  ];
}
