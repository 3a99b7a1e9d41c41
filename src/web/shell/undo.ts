/** The changes of this tab that can be undone, the last one at the end. */
const undoable: (() => void)[] = [];

const most = 50;

/** Remembers how to undo a change. @returns undoes it, once. */
export function canUndo(undo: () => void): () => void {
  const once = (): void => {
    const at = undoable.indexOf(once);
    if (at < 0) return;
    undoable.splice(at, 1);
    undo();
  };
  undoable.push(once);
  if (undoable.length > most) undoable.shift();
  return once;
}

/** Whether there is a change to undo. */
export const hasUndo = (): boolean => undoable.length > 0;

/** Undoes the last change of this tab. @returns whether there was one. */
export function undoLast(): boolean {
  const last = undoable.at(-1);
  last?.();
  return last !== undefined;
}
