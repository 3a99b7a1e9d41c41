import { type ReactNode, useEffect, useRef } from 'react';
import type { CalendarDay } from '../../resources/written-dates/days.ts';
import { useFormats } from '../data/formats.ts';
import { useScrollWhileDragging } from '../parts/use-scroll-while-dragging.ts';
import { useColumn } from '../pursuits/cards/use-pursuit-cards.ts';
import style from './agenda-view.module.css';
import { BidRow } from './bid/bid-row.tsx';
import type { CalendarBids } from './day-bids.ts';
import { useDropTarget } from '../pursuits/cards/use-drop-target.ts';

interface Props extends CalendarBids {
  readonly days: readonly CalendarDay[];
  readonly today: CalendarDay;
  readonly title: string;
  readonly isBusy: boolean;
  /** The part after the last day. */
  readonly children: ReactNode;
}

/** The days of a month that have bids, one below the other, and those of the week in which it ends. */
export function AgendaView({ days, today, title, isBusy, children, ...bids }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useScrollWhileDragging(list);
  const isReady = !isBusy;
  useEffect(() => {
    const now = list.current?.querySelector<HTMLElement>('[data-today="true"]');
    if (isReady && list.current && now) list.current.scrollTop = now.offsetTop;
  }, [days, isReady]);
  return (
    <div ref={list} className={style.agenda} role="group" aria-label={title} aria-busy={isBusy}>
      {days.map((day) => (
        <AgendaDay key={day} day={day} isToday={day === today} {...bids} />
      ))}
      {children}
    </div>
  );
}

interface DayProps extends CalendarBids {
  readonly day: CalendarDay;
  readonly isToday: boolean;
}

/** A day with its bids. Today is there without bids too. */
function AgendaDay({ day, isToday, store, stop, onFocus, onMenu }: DayProps) {
  const section = useRef<HTMLElement>(null);
  const cards = useColumn(store, day);
  const { weekday } = useFormats();
  const isShown = cards.length > 0 || isToday;
  const isOver = useDropTarget(section, { name: 'day', value: day, isOn: isShown });
  if (!isShown) return null;
  return (
    <section ref={section} aria-label={weekday(day)} className={style.day} data-today={isToday} data-over={isOver}>
      <h2 className={style.heading}>
        {weekday(day)}
        {isToday && <span className={style.today}> Today</span>}
      </h2>
      {cards.length === 0 && <p className={style.none}>Nothing is due today.</p>}
      <ul>
        {cards.map((card) => (
          <BidRow key={card.id} card={card} isStop={stop === card.id} onFocus={onFocus} onMenu={onMenu} />
        ))}
      </ul>
    </section>
  );
}
