import type { Conflict } from '../../data/conflict.ts';
import { sharedValue, useShared } from '../../data/shared-value.ts';
import type { Fields, RecordTarget } from '../../data/target.ts';

/** A change of fields that somebody else has changed meanwhile. */
export interface Clash {
  readonly target: RecordTarget;
  /** The record as the person saw it. */
  readonly seen: Fields;
  /** The fields of the change. */
  readonly fields: Fields;
  readonly conflict: Conflict;
}

/** A clash that waits for a choice. */
interface WaitingClash extends Clash {
  /** @param chosen null if the person did not choose. */
  readonly answer: (chosen: Fields | null) => void;
}

const waiting = sharedValue<readonly WaitingClash[]>([]);

/**
 * Asks which values hold. Never takes the focus from somebody who types.
 * @returns the fields to send, perhaps none; null if nobody chose.
 */
export function chooseAtConflict(clash: Clash): Promise<Fields | null> {
  if (isBusy()) return Promise.resolve(null);
  return new Promise((resolve) => {
    const one: WaitingClash = {
      ...clash,
      answer: (chosen) => {
        waiting.set(waiting.get().filter((other) => other !== one));
        resolve(chosen);
      },
    };
    waiting.set([...waiting.get(), one]);
  });
}

const isBusy = (): boolean =>
  document.querySelector('dialog:modal') !== null ||
  document.activeElement?.matches('input, textarea, select, [contenteditable]') === true;

/** The first clash that waits for a choice; undefined without one. */
export const useClash = (): WaitingClash | undefined => useShared(waiting)[0];
