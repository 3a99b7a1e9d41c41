import { type RefObject, useEffect } from 'react';
import { whenDragging } from '../../parts/dragging.ts';

/** Makes a card draggable by the mouse. Fingers scroll instead. */
export function useDraggable(ref: RefObject<HTMLElement | null>, id: string, isAllowed: boolean): void {
  useEffect(() => {
    const element = ref.current;
    if (!element || !isAllowed || window.matchMedia('(pointer: coarse)').matches) return;
    let isTouch = false;
    const look = ({ pointerType }: PointerEvent): void => {
      isTouch = pointerType === 'touch';
    };
    element.addEventListener('pointerdown', look);
    const end = whenDragging(({ draggable }) =>
      draggable({ element, canDrag: () => !isTouch, getInitialData: () => ({ card: id }) }),
    );
    return () => {
      element.removeEventListener('pointerdown', look);
      end();
    };
  }, [ref, id, isAllowed]);
}
