import { setImmediate as othersTurn } from 'node:timers/promises';

const atOnce = 100;

/** Does the work for each of many in their order; every hundred of them, other requests have their turn. */
export async function inTurns<One>(many: readonly One[], work: (one: One) => unknown): Promise<void> {
  for (const [index, one] of many.entries()) {
    if (index % atOnce === atOnce - 1) await othersTurn();
    await work(one);
  }
}
