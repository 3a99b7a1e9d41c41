import { useRef, useState } from 'react';
import { useFormats } from '../data/formats.ts';
import { Button } from '../parts/button/button.tsx';
import { Failure } from '../parts/failure/failure.tsx';
import { useColumn } from '../pursuits/cards/use-pursuit-cards.ts';
import { BidEntry } from './bid/bid-entry.tsx';
import { BidRow } from './bid/bid-row.tsx';
import type { CalendarBids } from './day-bids.ts';
import { noDate } from './day-order.ts';
import style from './tray.module.css';
import type { UndatedCards } from './use-calendar-cards.ts';
import { useDropTarget } from '../pursuits/cards/use-drop-target.ts';

interface Props extends CalendarBids {
  readonly undated: UndatedCards;
  /** Whether its projects have two lines each, as in the agenda. */
  readonly isWide: boolean;
}

/** The projects without a due date. One that is dropped here loses its date. */
export function Tray({ undated, isWide, store, stop, onFocus, onMenu }: Props) {
  const section = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(true);
  const cards = useColumn(store, noDate);
  const isOver = useDropTarget(section, { name: 'day', value: noDate });
  const { count } = useFormats();
  const { loading, more } = undated;
  const Bid = isWide ? BidRow : BidEntry;
  return (
    <section ref={section} aria-labelledby="no-date" className={style.tray} data-wide={isWide} data-over={isOver}>
      <h2 id="no-date" className={style.heading}>
        <button type="button" className={style.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          No due date <span className={style.count}>{count(Math.max(undated.count, cards.length))}</span>
        </button>
      </h2>
      {isOpen && cards.length > 0 && (
        <ul className={style.bids}>
          {cards.map((card) => (
            <Bid key={card.id} card={card} isStop={stop === card.id} onFocus={onFocus} onMenu={onMenu} />
          ))}
        </ul>
      )}
      {isOpen && loading.kind === 'failed' && <Failure error={loading.error} onRetry={undated.retry} />}
      {isOpen && loading.kind === 'more' && (
        <Button look="bare" onClick={more} data-chrome>
          Show more
        </Button>
      )}
    </section>
  );
}
