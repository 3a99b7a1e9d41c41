import { type RefObject, useEffect, useState } from 'react';
import type { TimelineEntry } from './entry.ts';

interface HeldEntries {
  /** The entries to show. */
  readonly shown: readonly TimelineEntry[];
  /** The number of new entries of other people that wait. */
  readonly waiting: number;
  readonly show: () => void;
}

/**
 * Holds new entries of other people back while the top of the timeline is out of sight, so that nothing moves under a
 * person who reads. @param top stands above the first entry.
 */
export function useHeld(
  entries: readonly TimelineEntry[],
  own: string,
  top: RefObject<HTMLElement | null>,
): HeldEntries {
  const isAway = useIsAway(top);
  const [known, setKnown] = useState<ReadonlySet<string> | null>(null);
  if (isAway && known === null && entries.length > 0) setKnown(idsOf(entries));
  if (!isAway && known !== null) setKnown(null);
  const first = known === null ? 0 : entries.findIndex(({ id }) => known.has(id));
  const isFresh = ({ id, user }: TimelineEntry, index: number): boolean =>
    known !== null && index < first && !known.has(id) && user?.id !== own;
  return {
    shown: entries.filter((entry, index) => !isFresh(entry, index)),
    waiting: entries.filter(isFresh).length,
    show: () => {
      setKnown(idsOf(entries));
      top.current?.scrollIntoView({ block: 'start' });
    },
  };
}

const idsOf = (entries: readonly TimelineEntry[]): ReadonlySet<string> => new Set(entries.map(({ id }) => id));

/** Whether an element is out of sight, because somebody has scrolled past it. */
function useIsAway(top: RefObject<HTMLElement | null>): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const element = top.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver(([seen]) =>
      setAway(
        seen !== undefined && !seen.isIntersecting && seen.boundingClientRect.top < (seen.rootBounds?.top ?? 0) + 200,
      ),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [top]);
  return isAway;
}
