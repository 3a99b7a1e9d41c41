import { changeQueue, type ChangeResult } from '../data/change-queue.ts';
import type { RecordTarget } from '../data/target.ts';
import { reasonOf } from '../parts/failure/failure.tsx';
import { toast } from '../toasts/toasts.ts';

/**
 * Takes a change of a record back, with all that the service changed along with it.
 * @param what the change in words: `Amount of North Lab`.
 * @returns null if it failed.
 */
export async function takeBack(target: RecordTarget, made: ChangeResult, what: string): Promise<ChangeResult | null> {
  try {
    const back = await changeQueue.revert(target, made);
    toast(`${what} is as it was.`);
    return back;
  } catch (error) {
    toast(`${what} cannot be undone. ${reasonOf(error)}`, { isFault: true });
    return null;
  }
}
