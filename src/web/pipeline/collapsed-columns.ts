import { useState } from 'react';
import { browserStorage } from '../data/storage.ts';

const place = 'plumbline-columns';

type ColumnStates = Readonly<Record<string, boolean>>;

/**
 * The columns that the person opened and collapsed; this browser remembers them. Until then, columns without cards are
 * collapsed.
 */
export function useCollapsed(): {
  isCollapsed: (key: string, isEmpty: boolean) => boolean;
  set: (key: string, isCollapsed: boolean) => void;
} {
  const [chosen, setChosen] = useState<ColumnStates>(
    () => JSON.parse(browserStorage.get(place) ?? '{}') as ColumnStates,
  );
  return {
    isCollapsed: (key, isEmpty) => chosen[key] ?? isEmpty,
    set: (key, isCollapsed) => {
      setChosen((before) => {
        const after = { ...before, [key]: isCollapsed };
        browserStorage.set(place, JSON.stringify(after));
        return after;
      });
    },
  };
}
