import { sharedValue, useShared } from '../../data/shared-value.ts';
import { type Command, currentCommands } from '../../keys/keys.ts';

/** An overlay that any screen can open. One is open at a time. */
export type Overlay = 'commands' | 'keys' | 'views' | 'more' | 'create' | 'me';

const open = sharedValue<Overlay | null>(null);
let afterwards: (() => void) | null = null;

let commands: readonly Command[] = [];

export function openOverlay(overlay: Overlay): void {
  commands = currentCommands();
  open.set(overlay);
}

/** The actions as they were before the overlay took the focus, such as those on a focused card. */
export const commandsBefore = (): readonly Command[] => commands;

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
