import { type RefObject, useEffect } from 'react';
import { whenDragging } from './dragging.ts';

/** Scrolls an element while something is dragged to its edge. */
export function useScrollWhileDragging(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current;
    return element ? whenDragging(({ autoScrollForElements }) => autoScrollForElements({ element })) : undefined;
  }, [ref]);
}
