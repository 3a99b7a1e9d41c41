import { type RefObject, useLayoutEffect } from 'react';
import { scaled } from './scaled.ts';

/**
 * Shows an element with `popover="manual"` at an anchor for as long as it is open. It lies over everything, so nothing
 * moves when it opens or closes.
 */
export function useFloating(
  element: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  isOpen: boolean,
): void {
  useLayoutEffect(() => {
    const floating = element.current;
    if (!isOpen || !floating) return;
    const place = (): void => {
      if (anchor.current) placeAt(floating, anchor.current.getBoundingClientRect());
    };
    floating.showPopover();
    place();
    const ending = new AbortController();
    const { signal } = ending;
    // Each ancestor of the anchor can scroll, and scroll events do not bubble.
    window.addEventListener('scroll', place, { capture: true, signal });
    window.addEventListener('resize', place, { signal });
    return () => {
      ending.abort();
      floating.hidePopover();
    };
  }, [element, anchor, isOpen]);
}

const gap = 2;
/** To be scaled. */
const mostHeight = 240;

/** Below the anchor, or above it where there is more room. */
function placeAt({ style }: HTMLElement, { left, top, bottom, width }: DOMRect): void {
  const below = window.innerHeight - bottom;
  const most = scaled(mostHeight);
  const isBelow = below >= most || below >= top;
  style.left = `${left}px`;
  style.width = `${width}px`;
  style.top = isBelow ? `${bottom + gap}px` : 'auto';
  style.bottom = isBelow ? 'auto' : `${window.innerHeight - top + gap}px`;
  style.maxHeight = `${Math.min(most, (isBelow ? below : top) - 2 * gap)}px`;
}
