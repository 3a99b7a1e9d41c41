import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { useRecordKeys } from '../../record/page/place.ts';
import { useCanChange } from '../../record/past.ts';
import { download, type ListedFile } from '../file.ts';
import { deleteFile } from './file-actions.ts';

const opener = '[data-file-link]';

/**
 * `O` goes to the files of a record, the arrows walk them, Enter opens the one in focus, `D` downloads it, and Delete
 * deletes it. @returns the listeners of the list.
 */
export function useFileKeys(list: RefObject<HTMLElement | null>, files: readonly ListedFile[]) {
  const canWrite = useCanChange();
  const [isIn, setIn] = useState(false);
  const remove = (): void => {
    const file = focusedOf(files);
    if (!file) return;
    // The focus stays in the list.
    step(list.current, files.at(-1) === file ? -1 : 1);
    void deleteFile(file);
  };
  const save = (): void => {
    const file = focusedOf(files);
    if (file?.kind === 'file') download(file);
  };
  useRecordKeys({
    o: { does: 'Go to the files', act: () => list.current?.querySelector<HTMLElement>(opener)?.focus() },
    ...(isIn ? { d: { does: 'Download the file', act: save } } : {}),
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    // A dialog of a file has keys of its own.
    if (event.target instanceof Element && event.target.closest('dialog') !== null) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // The record itself has the same key.
    const isDeletion = event.key === 'Delete' && canWrite;
    if (by === undefined && !isDeletion) return;
    event.preventDefault();
    if (by === undefined) remove();
    else step(list.current, by);
  };
  return {
    onFocus: () => setIn(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setIn(currentTarget.contains(relatedTarget)),
    onKeyDown,
  };
}

const focusedRow = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('[data-file]') ?? null;

function focusedOf(files: readonly ListedFile[]): ListedFile | undefined {
  const row = focusedRow();
  return files.find(({ id }) => id === row?.dataset['file']);
}

/** Goes on in the list. */
function step(list: HTMLElement | null, by: number): void {
  const links = [...(list?.querySelectorAll<HTMLElement>(opener) ?? [])];
  const row = focusedRow();
  const at = links.findIndex((link) => row?.contains(link));
  const next = links[Math.min(Math.max(at + by, 0), links.length - 1)];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
