import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The part of a long list that is on the screen. */
export interface Window {
  /** For the element that scrolls. */
  readonly ref: RefObject<HTMLDivElement | null>;
  /** The indexes to render, in order. */
  readonly indexes: readonly number[];
}

/** The most rows that are rendered before and after those that can be seen. */
const mostAround = 6;

interface WindowOptions {
  readonly rowHeight: number;
  /** Rows that stay rendered although they are not seen: the focused one, the dragged one. */
  readonly pinned: readonly number[];
  /** The number of rows to stay below with those around, if so many are not seen at once. */
  readonly most?: number;
}

/** Renders only the rows of a list that can be seen, and a few around them. All rows have one height. */
export function useWindow(count: number, { rowHeight, pinned, most = Infinity }: WindowOptions): Window {
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
  return { ref, indexes: indexesOf(count, aroundOf(seen, most), pinned) };
}

interface Rows {
  readonly first: number;
  /** The one after the last. */
  readonly last: number;
}

/** The rows that are seen and those around them. */
function aroundOf({ first, last }: Rows, most: number): Rows {
  const around = Math.max(0, Math.min(mostAround, Math.floor((most - (last - first)) / 2)));
  return { first: first - around, last: last + around };
}

function indexesOf(count: number, rows: Rows, pinned: readonly number[]): number[] {
  const first = Math.max(0, rows.first);
  const end = Math.min(count, rows.last);
  const indexes = Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset);
  const others = pinned.filter((index) => index >= 0 && index < count && (index < first || index >= end));
  return [...new Set([...indexes, ...others])].sort((one, other) => one - other);
}
