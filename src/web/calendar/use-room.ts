import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useMedia } from '../parts/use-media.ts';

/** The height of the number of a day with the edges of its cell, in pixels. */
const headHeight = 28;
/** A bid with the space below it. */
const entryHeight = 26;
const touchHeight = 46;
const fewestLines = 3;

interface Room {
  /** For the element that scrolls. */
  readonly ref: RefObject<HTMLDivElement | null>;
  /** The height of a week, in pixels. */
  readonly height: number;
  /** The number of lines in a day; endless on paper. */
  readonly lines: number;
}

/** Shares the height of the screen among the weeks. Weeks of a low screen keep a few lines, and scroll. */
export function useRoom(weeks: number, headings: number): Room {
  const ref = useRef<HTMLDivElement>(null);
  const [available, setAvailable] = useState(0);
  const isPaper = useMedia('print');
  const entry = useMedia('(pointer: coarse)') ? touchHeight : entryHeight;
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const look = (): void => setAvailable(element.clientHeight);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const height = Math.max(headHeight + fewestLines * entry, Math.floor((available - headings) / weeks));
  const lines = isPaper ? Number.POSITIVE_INFINITY : Math.floor((height - headHeight) / entry);
  return { ref, height, lines };
}
