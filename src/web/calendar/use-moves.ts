import { useCallback, useEffect } from 'react';
import { useDirectory } from '../data/directory.ts';
import { useFormats } from '../data/formats.ts';
import { whenDragging } from '../parts/dragging.ts';
import { type BidDate, bidOn, hourOf } from '../pursuits/bid-date.ts';
import type { Card } from '../pursuits/card-fields.ts';
import { focusCard } from '../pursuits/cards/card-focus.ts';
import { changeCard, type CardScreen } from '../pursuits/cards/change-card.ts';
import { moveDue } from '../pursuits/cards/move-due.ts';
import { neighbour } from './calendar-keys.ts';
import { noDate } from './day-order.ts';

interface MoveContext {
  readonly screen: CardScreen;
  /** The days that the screen shows, in order. */
  readonly days: readonly string[];
  readonly setStop: (id: string) => void;
}

/** Gives a bid another date. The focus follows it; if it leaves the screen, its neighbour has the focus. */
export function useMove({ screen, days, setStop }: MoveContext): (card: Card, bid: BidDate) => void {
  const formats = useFormats();
  return useCallback(
    (card, bid) => {
      const { store } = screen.cards;
      const next = neighbour(store, days, card.id, ['down', 'up']);
      void changeCard(screen, card, moveDue(card, bid, formats));
      const stays = days.includes(bid.bid_due_date ?? noDate);
      const focused = stays ? card.id : next;
      if (focused === null) document.querySelector<HTMLElement>('h1')?.focus();
      else {
        setStop(focused);
        focusCard(focused);
      }
    },
    [screen, days, setStop, formats],
  );
}

/** A bid that is dropped on a day is due then, at its hour; one dropped on the tray has no date. */
export function useDrops(screen: CardScreen, move: (card: Card, bid: BidDate) => void): void {
  const timeZone = useDirectory().account.time_zone;
  useEffect(
    () =>
      whenDragging(({ monitorForElements }) =>
        monitorForElements({
          onDrop: ({ source, location }) => {
            const { store } = screen.cards;
            const card = store.get(String(source.data['card']));
            const day = location.current.dropTargets[0]?.data['day'];
            if (!card || typeof day !== 'string' || day === store.keyOf(card)) return;
            move(card, day === noDate ? { bid_due_date: null } : bidOn(day, hourOf(card, timeZone), timeZone));
          },
        }),
      ),
    [screen, move, timeZone],
  );
}
