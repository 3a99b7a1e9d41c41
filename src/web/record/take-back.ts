import { revert } from '../data/revert.ts';
import type { Target } from '../data/target.ts';
import { mergeRecord } from '../lists/list-cache.ts';
import { reasonOf } from '../parts/failure/failure.tsx';
import { toast } from '../shell/toasts/toasts.ts';

/**
 * Takes a change of a record back, with all that the service changed along with it.
 * @param version the one that the change replaced. @param what the change in words: `Amount of North Lab`.
 */
export async function takeBack(target: Target, version: number, what: string): Promise<void> {
  try {
    mergeRecord(target.plural, target.id, await revert(target, version));
    toast(`${what} is as it was.`);
  } catch (error) {
    toast(`${what} cannot be undone. ${reasonOf(error)}`, { isFault: true });
  }
}
