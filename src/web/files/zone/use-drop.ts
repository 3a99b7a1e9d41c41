import { useEffect, useRef, useState } from 'react';
import { droppedFiles, type GivenFiles, hasFiles } from '../given/given-files.ts';

/**
 * Takes the files that a person drops. A drop elsewhere on the page does nothing: the browser would open the file in place
 * of the page. @param isMeant whether the record takes what is dropped there. @returns whether files are over it.
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
      if (!event.defaultPrevented) event.dataTransfer.dropEffect = isHere ? 'copy' : 'none';
      event.preventDefault();
      setOver(isHere);
    };
    const leave = (event: DragEvent): void => {
      // Within the page, the next element follows.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      setOver(false);
      if (!hasFiles(event.dataTransfer)) return;
      const isHere = isTaken(event);
      event.preventDefault();
      if (isHere) latest.current.onDrop(droppedFiles(event.dataTransfer));
    };
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', drop, { signal });
    return () => ending.abort();
  }, []);
  return isOver;
}

const isModal = (): boolean => document.querySelector('dialog:modal') !== null;
