import type { ClipboardEvent, DragEvent } from 'react';
import { useFormats } from '../../data/formats.ts';
import { droppedFiles, type GivenFiles, hasFiles, pastedFiles, sortedOut } from '../../files/given/given-files.ts';
import { addBoxFiles } from './box-files.ts';

/**
 * Takes the files that a person drops on a box or pastes into it. They go with the entry.
 * @param onTake called after it, with what is wrong with a file, if anything is.
 */
export function useBoxIntake(box: string, onTake: (fault: string | undefined) => void) {
  const { timeZone } = useFormats();
  const take = (given: GivenFiles): void => {
    const { fit, unfit } = sortedOut(given);
    addBoxFiles(box, fit);
    onTake(unfit.length === 0 ? undefined : unfit.map(({ file, fault }) => `${file.name}: ${fault}`).join(' '));
  };
  return {
    take,
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      take(droppedFiles(event.dataTransfer));
    },
    onPaste: (event: ClipboardEvent) => {
      const files = pastedFiles(event.clipboardData, { now: new Date(), timeZone });
      if (files.length === 0) return;
      event.preventDefault();
      take({ files, folders: [] });
    },
  };
}
