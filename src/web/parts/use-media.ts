import { useCallback, useSyncExternalStore } from 'react';

/** A window of a phone, and of a tablet. They grow with the browser's text. */
export const narrow = '(width < 45rem)';
export const medium = '(width < 60rem)';

/** Whether a media query holds. */
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
