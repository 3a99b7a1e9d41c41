import { setImmediate } from 'node:timers/promises';

/** The milliseconds that reading may take before other work of the process has its turn. */
const stretch = 5;

/** Gives other work of the process its turn every few milliseconds: call and await it after each small piece. */
export function takingTurns(now: () => number = () => performance.now()): () => Promise<void> {
  let since = now();
  return async () => {
    if (now() - since < stretch) return;
    await setImmediate();
    since = now();
  };
}
