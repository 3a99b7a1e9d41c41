import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type RefObject, useEffect, useState } from 'react';

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
