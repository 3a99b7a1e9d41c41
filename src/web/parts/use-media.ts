import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds, such as `(width < 720px)`. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (reader: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', reader);
      return () => list.removeEventListener('change', reader);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
