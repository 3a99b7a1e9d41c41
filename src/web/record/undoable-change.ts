import type { QueuedChange } from '../data/change-queue.ts';
import type { Fields } from '../data/target.ts';
import { queryClient } from '../data/query-client.ts';
import { reasonOf } from '../parts/failure/failure.tsx';
import { toast } from '../toasts/toasts.ts';
import { canUndo } from '../toasts/undo.ts';
import { changeOrChoose, saidOf } from './conflict/change-or-choose.ts';

/** A change of a record that one key or press makes, and another one undoes. */
export interface UndoableChange extends QueuedChange {
  /** The name of the record. */
  readonly name: string;
  /** The values before it. */
  readonly before: Fields;
  /** The words of a toast about the record: `is archived.` */
  readonly said: string;
  /** The words of a toast once the change is undone. */
  readonly undone: string;
}

/**
 * Makes a change in its turn. A toast offers to undo it.
 * @param isUndo whether it undoes another one: then `Ctrl Z` goes on to the change before that one.
 * @returns whether the service made the change.
 */
export async function changeUndoably(change: UndoableChange, version: number, isUndo = false): Promise<boolean> {
  const { name, said, before, undone } = change;
  try {
    const made = await changeOrChoose(change, { version, seen: { ...before, name } });
    if (made === null) return false;
    const words = saidOf(made, `${name} ${said}`, name);
    if (made.chosen !== null) {
      // The values before it are those of somebody else, which this page has not read.
      toast(words);
      return true;
    }
    const back = { ...change, fields: before, shown: before, before: change.fields, said: undone, undone: said };
    const goBack = (): void => void changeUndoably(back, made.version, true);
    const undo = isUndo ? goBack : canUndo(goBack);
    toast(words, { action: { name: 'Undo', run: undo } });
    return true;
  } catch (error) {
    toast(`${name} was not changed. ${reasonOf(error)}`, { isFault: true });
    return false;
  } finally {
    await queryClient.invalidateQueries({ queryKey: [change.target.plural] });
  }
}
