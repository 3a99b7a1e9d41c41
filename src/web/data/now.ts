import { useSyncExternalStore } from 'react';

const everyMs = 60_000;
let now = new Date();
const listeners = new Set<() => void>();

setInterval(() => {
  now = new Date();
  for (const listener of listeners) listener();
}, everyMs);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The time, to the minute. */
export const useNow = (): Date => useSyncExternalStore(subscribe, () => now);
