import { useSyncExternalStore } from 'react';

/** An overlay that any screen can open. One is open at a time. */
export type Overlay = 'commands' | 'keys' | 'views' | 'more' | 'create' | 'me';

let open: Overlay | null = null;
let afterwards: (() => void) | null = null;
const readers = new Set<() => void>();

function become(next: Overlay | null): void {
  open = next;
  for (const reader of readers) reader();
}

export const openOverlay = (overlay: Overlay): void => become(overlay);

export const closeOverlay = (): void => become(null);

/** Closes the overlay. @param then runs when it is gone, and the focus is back where it was before. */
export function leaveOverlay(then: () => void): void {
  afterwards = then;
  become(null);
}

/** Takes what `leaveOverlay` was given. */
export function takeAfterwards(): (() => void) | null {
  const then = afterwards;
  afterwards = null;
  return then;
}

const subscribe = (reader: () => void): (() => void) => {
  readers.add(reader);
  return () => readers.delete(reader);
};

export const useOverlay = (): Overlay | null => useSyncExternalStore(subscribe, () => open);
