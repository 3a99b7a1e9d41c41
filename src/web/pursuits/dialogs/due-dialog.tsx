import { useDirectory } from '../../data/directory.ts';
import { useFormats } from '../../data/formats.ts';
import { DateDialog } from '../../fields/date-dialog.tsx';
import { type BidDate, bidOn, hourOf } from '../bid-date.ts';
import type { Card } from '../card-fields.ts';

interface Props {
  readonly card: Card;
  readonly onPick: (bid: BidDate) => void;
  readonly onClose: () => void;
}

/** Moves the date of a bid. Without a new time, the bid keeps its hour; an empty text clears the date. */
export function DueDialog({ card, onPick, onClose }: Props) {
  const { today } = useFormats();
  const timeZone = useDirectory().account.time_zone;
  const hour = hourOf(card, timeZone);
  return (
    <DateDialog
      title={`Bid due date of ${card.name}`}
      label="Due"
      from={card.bid_due_date ?? today}
      hour={hour}
      submit={{ date: 'Set the date', empty: 'Clear the date' }}
      onPick={(date) => onPick(date === null ? { bid_due_date: null } : bidOn(date.day, date.time, timeZone))}
      onClose={onClose}
    />
  );
}
