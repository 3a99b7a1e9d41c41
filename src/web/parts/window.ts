import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The part of a long list that is on the screen. */
export interface Window {
  /** For the element that scrolls. */
  readonly ref: RefObject<HTMLDivElement | null>;
  /** The indexes to render, in order. */
  readonly indexes: readonly number[];
}

const overscan = 6;

/**
 * Renders only the rows of a list that can be seen, and a few around them. All rows have one height.
 * @param pinned rows that stay rendered although they are not seen: the focused one, the dragged one.
 */
export function useWindow(count: number, rowHeight: number, pinned: readonly number[]): Window {
  const ref = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ first: 0, last: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const look = (): void => {
      const first = Math.floor(element.scrollTop / rowHeight);
      const last = Math.ceil((element.scrollTop + element.clientHeight) / rowHeight);
      setSeen((before) => (before.first === first && before.last === last ? before : { first, last }));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [rowHeight]);
  return { ref, indexes: indexesOf(count, seen, pinned) };
}

function indexesOf(count: number, seen: { first: number; last: number }, pinned: readonly number[]): number[] {
  const first = Math.max(0, seen.first - overscan);
  const end = Math.min(count, seen.last + overscan);
  const indexes = Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset);
  const others = pinned.filter((index) => index >= 0 && index < count && (index < first || index >= end));
  return [...new Set([...indexes, ...others])].sort((one, other) => one - other);
}
