import { useMemo, useState } from 'react';
import { everyMatch, extended, nothingSelected, selected, type Selection, toggled } from './selection.ts';

/** The selected rows of a list, and the ways to change them. */
export interface SelectedRows extends Selection {
  readonly has: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  /** Selects the rows from the one that was selected last to this one. */
  readonly extend: (to: string, from?: string) => void;
  readonly selectLoaded: () => void;
  readonly selectEvery: () => void;
  readonly select: (ids: Iterable<string>) => void;
  readonly clear: () => void;
}

/**
 * @param rows the rows that are loaded, in their order.
 * @param query what chooses the records. The selection ends when it changes.
 */
export function useSelection(rows: readonly { readonly id: string }[], query: string): SelectedRows {
  const [held, setHeld] = useState({ query, selection: nothingSelected });
  const order = useMemo(() => rows.map(({ id }) => id), [rows]);
  const selection = held.query === query ? held.selection : nothingSelected;
  const become = (next: Selection): void => setHeld({ query, selection: next });
  // A person who takes a row out of every one that matches goes on with the rows that are loaded.
  const rowByRow = selection.isEvery ? selected(order) : selection;
  return {
    ...selection,
    has: (id) => selection.isEvery || selection.ids.has(id),
    toggle: (id) => become(toggled(rowByRow, id)),
    extend: (to, from) => become(extended(rowByRow, order, to, from)),
    selectLoaded: () => become(selected(order)),
    selectEvery: () => become(everyMatch(order)),
    select: (ids) => become(selected(ids)),
    clear: () => become(nothingSelected),
  };
}
