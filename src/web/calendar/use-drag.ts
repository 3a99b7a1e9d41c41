import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type RefObject, useEffect, useState } from 'react';

/** Makes a bid draggable. Fingers scroll instead. */
export function useDraggable(element: RefObject<HTMLElement | null>, id: string, isAllowed: boolean): void {
  useEffect(() => {
    if (!element.current || !isAllowed || window.matchMedia('(pointer: coarse)').matches) return;
    return draggable({ element: element.current, getInitialData: () => ({ card: id }) });
  }, [element, id, isAllowed]);
}

/** Takes bids for a day, or for none. @returns whether one is held over it. */
export function useDropDay(element: RefObject<HTMLElement | null>, day: string, isShown = true): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!element.current || !isShown) return;
    return dropTargetForElements({
      element: element.current,
      getData: () => ({ day }),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => setOver(false),
    });
  }, [element, day, isShown]);
  return isOver;
}
