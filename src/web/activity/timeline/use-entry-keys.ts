import { type RefObject, useState } from 'react';
import { useCanChange } from '../../record/past.ts';
import { useRecordKeys } from '../../record/page/place.ts';
import type { KeyMap } from '../../keys/key-names.ts';
import type { TimelineEntry } from './entry.ts';
import { pinNote } from './note-actions.ts';

/**
 * `J` and `K` walk the entries of a timeline. The command menu pins the note in focus.
 * @returns called when the focus comes to an entry.
 */
export function useEntryKeys(list: RefObject<HTMLElement | null>): (entry: TimelineEntry) => void {
  const canWrite = useCanChange();
  const [focused, setFocused] = useState<TimelineEntry | null>(null);
  const note = focused?.note;
  const step = (by: number) => (): void => stepTo(list.current, by);
  const pin: KeyMap =
    note && canWrite
      ? {
          'shift+p': {
            does: note.pinned ? 'Unpin the note' : 'Pin the note',
            act: () => void pinNote(note),
            isCommand: true,
            when: () => focusedIn(list.current) !== null,
          },
        }
      : {};
  useRecordKeys({
    j: { does: 'Go to the next entry', act: step(1) },
    k: { does: 'Go to the entry before', act: step(-1) },
    ...pin,
  });
  return setFocused;
}

const focusedIn = (list: HTMLElement | null): Element | null => {
  const entry = document.activeElement?.closest('[data-entry]') ?? null;
  return list?.contains(entry) === true ? entry : null;
};

function stepTo(list: HTMLElement | null, by: number): void {
  const entries = [...(list?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])];
  const at = entries.findIndex((entry) => entry === focusedIn(list));
  const next = entries[at === -1 ? 0 : Math.min(Math.max(at + by, 0), entries.length - 1)];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
