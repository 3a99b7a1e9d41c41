import { useParams } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import { useKeys } from '../../keys/keys.ts';
import type { KeyMap } from '../../keys/key-names.ts';

/** The place of a record that the page shows beside a list. */
export interface PeekPlace {
  readonly id: string;
  readonly plural: string;
  /** Whether it covers the whole screen, on a phone. */
  readonly isSheet: boolean;
  /** The tab that the person has chosen, which shows of the next record too; null before. */
  readonly tab: string | null;
  readonly onTab: (name: string) => void;
  readonly onClose: () => void;
  /** Whether keys are meant for the record, not for the list behind it. */
  readonly hasFocus: () => boolean;
}

/** Null on the page of a record. */
export const Place = createContext<PeekPlace | null>(null);

export const usePeekPlace = (): PeekPlace | null => useContext(Place);

/** The id of the record: of the one beside the list, or of the address. */
export function useRecordId(): string {
  const { id = '' } = useParams({ strict: false });
  return usePeekPlace()?.id ?? id;
}

/** Whether keys are meant for a part of a record, where the rest of the screen has keys of its own; null without such. */
export const PartFocus = createContext<(() => boolean) | null>(null);

/** Keys that act on the record. Beside a list, they act while the focus is in the record, or in its part. */
export function useRecordKeys(keys: KeyMap): void {
  const ofPeek = usePeekPlace()?.hasFocus;
  const isMeant = useContext(PartFocus) ?? ofPeek;
  useKeys(keys, { group: 'This record', ...(isMeant ? { isMeant } : {}) });
}
