import { guardLeave } from '../../data/guard-leave.ts';
import { sharedValue, useShared } from '../../data/shared-value.ts';

/** The files that wait in boxes for their entries. A draft cannot keep them, but they outlast a look at another record. */
const waiting = sharedValue<ReadonlyMap<string, readonly File[]>>(new Map());

guardLeave(waiting, ({ size }) => size > 0);

const none: readonly File[] = [];

/** The files in a box. @param box the name of its draft. */
export const useBoxFiles = (box: string): readonly File[] => useShared(waiting).get(box) ?? none;

/** Whether a box has files. */
export const hasBoxFiles = (box: string): boolean => waiting.get().has(box);

/** Puts files in a box, in place of those in it. */
function setBoxFiles(box: string, files: readonly File[]): void {
  const others = [...waiting.get()].filter(([name]) => name !== box);
  waiting.set(new Map(files.length === 0 ? others : [...others, [box, files]]));
}

/** Takes a file out of a box. */
export const removeBoxFile = (box: string, file: File): void =>
  setBoxFiles(
    box,
    (waiting.get().get(box) ?? none).filter((one) => one !== file),
  );

/** Adds files to those in a box. */
export const addBoxFiles = (box: string, files: readonly File[]): void =>
  setBoxFiles(box, [...(waiting.get().get(box) ?? none), ...files]);

/** Takes all files out of a box. */
export function takeBoxFiles(box: string): readonly File[] {
  const files = waiting.get().get(box) ?? none;
  setBoxFiles(box, none);
  return files;
}
