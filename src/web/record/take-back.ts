import { changeQueue, type Made } from '../data/change-queue.ts';
import type { Target } from '../data/target.ts';
import { reasonOf } from '../parts/failure/failure.tsx';
import { toast } from '../shell/toasts/toasts.ts';

/**
 * Takes a change of a record back, with all that the service changed along with it.
 * @param what the change in words: `Amount of North Lab`.
 * @returns null if it failed.
 */
export async function takeBack(target: Target, made: Made, what: string): Promise<Made | null> {
  try {
    const back = await changeQueue.revert(target, made);
    toast(`${what} is as it was.`);
    return back;
  } catch (error) {
    toast(`${what} cannot be undone. ${reasonOf(error)}`, { isFault: true });
    return null;
  }
}
