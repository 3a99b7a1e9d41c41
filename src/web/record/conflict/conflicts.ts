import { useSyncExternalStore } from 'react';
import type { Conflict } from '../../data/change-queue.ts';
import type { Fields, Target } from '../../data/target.ts';

/** A change of fields that somebody else has changed meanwhile. */
export interface Clash {
  readonly target: Target;
  /** The record as the person saw it. */
  readonly seen: Fields;
  /** The fields of the change. */
  readonly fields: Fields;
  readonly conflict: Conflict;
}

/** A clash that waits for a choice. */
interface Asked extends Clash {
  /** @param chosen null if the person did not choose. */
  readonly answer: (chosen: Fields | null) => void;
}

let asked: readonly Asked[] = [];
const readers = new Set<() => void>();

function become(next: readonly Asked[]): void {
  asked = next;
  for (const reader of readers) reader();
}

/**
 * Asks which values hold. Never takes the focus from somebody who types.
 * @returns the fields to send, perhaps none; null if nobody chose.
 */
export function chooseAtConflict(clash: Clash): Promise<Fields | null> {
  if (isBusy()) return Promise.resolve(null);
  return new Promise((resolve) => {
    const one: Asked = {
      ...clash,
      answer: (chosen) => {
        become(asked.filter((other) => other !== one));
        resolve(chosen);
      },
    };
    become([...asked, one]);
  });
}

const isBusy = (): boolean =>
  document.querySelector('dialog:modal') !== null ||
  document.activeElement?.matches('input, textarea, select, [contenteditable]') === true;

const subscribe = (reader: () => void): (() => void) => {
  readers.add(reader);
  return () => readers.delete(reader);
};

/** The first clash that waits for a choice; undefined without one. */
export const useClash = (): Asked | undefined => useSyncExternalStore(subscribe, () => asked[0]);
