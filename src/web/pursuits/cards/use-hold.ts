import { useEffect } from 'react';
import { whenDragging } from '../../parts/dragging.ts';
import type { PursuitCards } from './pursuit-cards.ts';

/** Keeps the changes of others from the screen while a card is dragged: nothing moves under the hand. */
export function useHoldWhileDragging(cards: PursuitCards): void {
  useEffect(() => {
    let release = (): void => undefined;
    const { dataset } = document.documentElement;
    const end = whenDragging(({ monitorForElements }) =>
      monitorForElements({
        onDragStart: () => {
          release = cards.hold();
          // Toasts let a card through to what is below them.
          dataset['dragging'] = 'true';
        },
        onDrop: () => {
          release();
          delete dataset['dragging'];
        },
      }),
    );
    return () => {
      end();
      release();
      delete dataset['dragging'];
    };
  }, [cards]);
}
