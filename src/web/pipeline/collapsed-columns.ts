import { useState } from 'react';

const place = 'plumbline-columns';

type Chosen = Readonly<Record<string, boolean>>;

/**
 * The columns that the person opened and collapsed; this browser remembers them. Until then, columns without cards are
 * collapsed.
 */
export function useCollapsed(): {
  isCollapsed: (key: string, isEmpty: boolean) => boolean;
  set: (key: string, isCollapsed: boolean) => void;
} {
  const [chosen, setChosen] = useState<Chosen>(() => JSON.parse(localStorage.getItem(place) ?? '{}') as Chosen);
  return {
    isCollapsed: (key, isEmpty) => chosen[key] ?? isEmpty,
    set: (key, isCollapsed) => {
      setChosen((before) => {
        const after = { ...before, [key]: isCollapsed };
        localStorage.setItem(place, JSON.stringify(after));
        return after;
      });
    },
  };
}
