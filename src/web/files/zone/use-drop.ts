import { useEffect, useRef, useState } from 'react';
import { droppedFiles, type GivenFiles, hasFiles } from '../given/given-files.ts';

/**
 * Takes the files that a person drops. The page refuses what nobody takes (`refuseDrops`), once this has decided.
 * @param isMeant whether the record takes what is dropped at a place. @returns whether files are over it.
 */
export function useDrop(isMeant: (place: EventTarget | null) => boolean, onDrop: (given: GivenFiles) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef({ isMeant, onDrop });
  useEffect(() => {
    latest.current = { isMeant, onDrop };
  });
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const isTaken = (event: DragEvent): boolean =>
      !event.defaultPrevented && !isModal() && latest.current.isMeant(event.target);
    const over = (event: DragEvent): void => {
      if (!hasFiles(event.dataTransfer)) return;
      const isHere = isTaken(event);
      setOver(isHere);
      if (!isHere) return;
      event.dataTransfer.dropEffect = 'copy';
      event.preventDefault();
    };
    const leave = (event: DragEvent): void => {
      // Within the page, the next element follows.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      setOver(false);
      if (!hasFiles(event.dataTransfer) || !isTaken(event)) return;
      event.preventDefault();
      latest.current.onDrop(droppedFiles(event.dataTransfer));
    };
    document.addEventListener('dragover', over, { signal });
    document.addEventListener('dragleave', leave, { signal });
    document.addEventListener('drop', drop, { signal });
    return () => ending.abort();
  }, []);
  return isOver;
}

const isModal = (): boolean => document.querySelector('dialog:modal') !== null;
