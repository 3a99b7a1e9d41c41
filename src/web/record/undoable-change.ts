import { type Change, changeQueue, Conflict } from '../data/change-queue.ts';
import type { Fields } from '../data/target.ts';
import { queryClient } from '../data/query-client.ts';
import { reasonOf } from '../parts/failure/failure.tsx';
import { toast } from '../shell/toasts/toasts.ts';
import { canUndo } from '../shell/undo.ts';
import { chooseAtConflict } from './conflict/conflicts.ts';

/** A change of a record that one key or press makes, and another one undoes. */
export interface UndoableChange extends Change {
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
  const back = { ...change, fields: before, shown: before, before: change.fields, said: undone, undone: said };
  try {
    const made = await changeQueue.change(change, version);
    const goBack = (): void => void changeUndoably(back, made.version, true);
    const undo = isUndo ? goBack : canUndo(goBack);
    toast(`${name} ${said}`, { action: { name: 'Undo', run: undo } });
    return true;
  } catch (error) {
    if (error instanceof Conflict) return await settle(change, error);
    toast(`${name} was not changed. ${reasonOf(error)}`, { isFault: true });
    return false;
  } finally {
    await queryClient.invalidateQueries({ queryKey: [change.target.plural] });
  }
}

/** Somebody else has changed the same fields: asks which values hold, and sends what was chosen. */
async function settle(change: UndoableChange, conflict: Conflict): Promise<boolean> {
  const { target, name, before, fields } = change;
  const chosen = await chooseAtConflict({ target, seen: { ...before, name }, fields, conflict });
  if (chosen === null) toast(`${name} was not changed. ${conflict.message}`, { isFault: true });
  if (chosen === null || Object.keys(chosen).length === 0) return false;
  return await changeUndoably({ ...change, fields: chosen }, conflict.version);
}
