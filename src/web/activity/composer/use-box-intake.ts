import type { ClipboardEvent, DragEvent } from 'react';
import { useFormats } from '../../data/formats.ts';
import { droppedFiles, faultOf, folderFault, hasFiles, pastedFiles } from '../../files/given/given-files.ts';
import { addBoxFiles } from './box-files.ts';

/**
 * Takes the files that a person drops on a box or pastes into it. They go with the entry.
 * @param onTake called after it, with what is wrong with a file, if anything is.
 */
export function useBoxIntake(box: string, onTake: (fault: string | undefined) => void) {
  const { timeZone } = useFormats();
  const take = (files: readonly File[], folders: readonly File[] = []): void => {
    addBoxFiles(
      box,
      files.filter((file) => faultOf(file) === null),
    );
    const faults = [
      ...folders.map(({ name }) => `${name}: ${folderFault}`),
      ...files.flatMap((file) => (faultOf(file) === null ? [] : [`${file.name}: ${faultOf(file) ?? ''}`])),
    ];
    onTake(faults.length === 0 ? undefined : faults.join(' '));
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
      const { files, folders } = droppedFiles(event.dataTransfer);
      take(files, folders);
    },
    onPaste: (event: ClipboardEvent) => {
      const files = pastedFiles(event.clipboardData, { now: new Date(), timeZone });
      if (files.length === 0) return;
      event.preventDefault();
      take(files);
    },
  };
}
