import { memo, useRef } from 'react';
import type { CalendarDay } from '../../resources/written-dates/days.ts';
import { useFormats } from '../data/formats.ts';
import { useNow } from '../data/now.ts';
import { useColumn } from '../pursuits/cards/use-pursuit-cards.ts';
import { BidEntry } from './bid/bid-entry.tsx';
import type { CalendarBids } from './day-bids.ts';
import { fitting } from './day-order.ts';
import style from './month-view.module.css';
import { dueOf } from '../pursuits/due.ts';
import { useDropTarget } from '../pursuits/cards/use-drop-target.ts';

interface Props extends CalendarBids {
  readonly day: CalendarDay;
  readonly kind: { readonly isToday: boolean; readonly isOutside: boolean; readonly isWeekend: boolean };
  /** The number of lines that it has room for. */
  readonly lines: number;
  /** Whether it shows all of its bids. */
  readonly isOpen: boolean;
  readonly onOpen: (day: CalendarDay | null) => void;
}

/** A day of the month, with as many bids as fit. It takes dropped bids. */
export function DayCell({ day, kind, lines, isOpen, onOpen, store, stop, onFocus, onMenu }: Props) {
  const cell = useRef<HTMLTableCellElement>(null);
  const bids = useColumn(store, day);
  const isOver = useDropTarget(cell, { name: 'day', value: day });
  const { weekday, count, today } = useFormats();
  const now = useNow();
  const late = bids.filter((bid) => dueOf(bid, { now, today }) === 'overdue').length;
  const { shown, others } = fitting(bids, { lines, late }, stop);
  return (
    <td
      ref={cell}
      className={style.day}
      data-day={day}
      data-today={kind.isToday}
      data-outside={kind.isOutside}
      data-weekend={kind.isWeekend}
      data-over={isOver}
    >
      <DayNumber day={day} isToday={kind.isToday} />
      {shown.length > 0 && (
        <ul className={style.bids} aria-label={weekday(day)}>
          {shown.map((card) => (
            <BidEntry key={card.id} card={card} isStop={stop === card.id} onFocus={onFocus} onMenu={onMenu} />
          ))}
        </ul>
      )}
      {(others > 0 || isOpen) && (
        <button type="button" className={style.more} aria-expanded={isOpen} onClick={() => onOpen(isOpen ? null : day)}>
          {isOpen ? 'Show fewer' : `+${count(others)} more`}
          <span className="hidden-text"> on {weekday(day)}</span>
        </button>
      )}
    </td>
  );
}

const DayNumber = memo(function DayNumber({ day, isToday }: { readonly day: CalendarDay; readonly isToday: boolean }) {
  const { weekday } = useFormats();
  return (
    <p className={style.number}>
      <time dateTime={day}>
        <span aria-hidden="true">{Number(day.slice(8))}</span>
        <span className="hidden-text">{isToday ? `Today, ${weekday(day)}` : weekday(day)}</span>
      </time>
    </p>
  );
});
