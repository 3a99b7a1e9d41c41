import { sharedValue, useShared } from '../../data/shared-value.ts';

/** An overlay that any screen can open. One is open at a time. */
export type Overlay = 'commands' | 'keys' | 'views' | 'more' | 'create' | 'me';

const open = sharedValue<Overlay | null>(null);
let afterwards: (() => void) | null = null;

export const openOverlay = (overlay: Overlay): void => open.set(overlay);

export const closeOverlay = (): void => open.set(null);

/** Closes the overlay. @param then runs when it is gone, and the focus is back where it was before. */
export function leaveOverlay(then: () => void): void {
  afterwards = then;
  open.set(null);
}

/** Takes what `leaveOverlay` was given. */
export function takeAfterwards(): (() => void) | null {
  const then = afterwards;
  afterwards = null;
  return then;
}

export const useOverlay = (): Overlay | null => useShared(open);
