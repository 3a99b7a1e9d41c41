import { type PointerEvent, type SyntheticEvent, useEffect, useRef } from 'react';

const holdsForMs = 500;

/** A finger that moves farther scrolls or swipes, in pixels. */
export const slop = 10;

/**
 * Acts when a finger rests on an element. Spread the result on it. The lifted finger then clicks nothing, neither the
 * element nor a dialog that has opened over it.
 * @param act null if the element has no such action. The browser's own menu then stays.
 */
export function useLongPress(act: (() => void) | null) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const press = useRef({ x: 0, y: 0, isTouch: false, hasActed: false });
  const end = (): void => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (act === null) return {};
  return {
    onPointerDown: ({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent): void => {
      end();
      const isTouch = pointerType === 'touch';
      press.current = { x, y, isTouch, hasActed: false };
      if (!isTouch || !isPrimary) return;
      timer.current = setTimeout(() => {
        press.current.hasActed = true;
        act();
      }, holdsForMs);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent): void => {
      if (Math.hypot(clientX - press.current.x, clientY - press.current.y) > slop) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onTouchEnd: (event: SyntheticEvent): void => {
      if (press.current.hasActed && event.cancelable) event.preventDefault();
    },
    onContextMenu: (event: SyntheticEvent): void => {
      if (press.current.isTouch) event.preventDefault();
    },
  };
}
