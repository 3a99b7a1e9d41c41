import { toast } from './toasts.ts';

/** A change of this tab that can be undone. */
interface Undoable {
  /** The record, `plural/id`. */
  readonly about: string | undefined;
  readonly undo: () => void;
}

/** The last one stands at the end. */
const undoable: Undoable[] = [];

const most = 50;

/**
 * Remembers how to undo a change.
 * @param about the record, if the undo takes it back to an earlier version. Its changes are undone from the last one on.
 * @returns undoes it, once.
 */
export function canUndo(undo: () => void, about?: string): () => void {
  const own = { about, undo };
  undoable.push(own);
  if (undoable.length > most) undoable.shift();
  return () => {
    const at = undoable.indexOf(own);
    if (at < 0) return;
    if (about !== undefined && undoable.slice(at + 1).some((later) => later.about === about)) {
      toast('You have changed it again since. Undo that first: press Ctrl Z.', { isFault: true });
      return;
    }
    undoable.splice(at, 1);
    undo();
  };
}

/** Whether there is a change to undo. */
export const hasUndo = (): boolean => undoable.length > 0;

/** Undoes the last change of this tab. @returns whether there was one. */
export function undoLast(): boolean {
  const last = undoable.pop();
  last?.undo();
  return last !== undefined;
}
