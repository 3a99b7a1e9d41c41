import { useState } from 'react';
import { browserStorage } from '../data/storage.ts';
import type { Grouping } from './grouping.ts';

const place = 'plumbline-columns';

type ColumnStates = Readonly<Record<string, boolean>>;

/**
 * The columns of a grouping that the person opened and collapsed; this browser remembers them. Until then, columns
 * without cards are collapsed.
 */
export function useCollapsed(grouping: Grouping): {
  isCollapsed: (key: string, isEmpty: boolean) => boolean;
  set: (key: string, isCollapsed: boolean) => void;
} {
  const [chosen, setChosen] = useState<ColumnStates>(
    () => JSON.parse(browserStorage.get(place) ?? '{}') as ColumnStates,
  );
  // A stage, a person and a week can have the same key.
  const named = (key: string): string => (grouping === 'stage' ? key : `${grouping} ${key}`);
  return {
    isCollapsed: (key, isEmpty) => chosen[named(key)] ?? isEmpty,
    set: (key, isCollapsed) => {
      setChosen((before) => {
        const after = { ...before, [named(key)]: isCollapsed };
        browserStorage.set(place, JSON.stringify(after));
        return after;
      });
    },
  };
}
