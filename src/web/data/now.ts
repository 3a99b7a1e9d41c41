import { sharedValue, useShared } from './shared-value.ts';

const everyMs = 60_000;
const now = sharedValue(new Date());

setInterval(() => now.set(new Date()), everyMs);

/** The time, to the minute. */
export const useNow = (): Date => useShared(now);
