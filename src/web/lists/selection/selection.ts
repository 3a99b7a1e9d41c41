/** The rows that a person has selected. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** The row at which a range begins: the one that was selected last by itself. */
  readonly anchor: string | null;
  /** The ids without the range. */
  readonly base: ReadonlySet<string>;
  /** Whether it is every record that matches the query, also those that are not loaded. */
  readonly isEvery: boolean;
}

const noIds: ReadonlySet<string> = new Set();

export const nothingSelected: Selection = { ids: noIds, anchor: null, base: noIds, isEvery: false };

export const selected = (ids: Iterable<string>): Selection => {
  const all = new Set(ids);
  return { ids: all, anchor: null, base: all, isEvery: false };
};

/** Every record that matches. @param loaded the ids of the rows that are loaded. */
export const everyMatch = (loaded: readonly string[]): Selection => ({ ...selected(loaded), isEvery: true });

/** Selects a row, or takes it out. The next range begins at it. */
export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id, base: next, isEvery: false };
}

/**
 * Selects the rows from the anchor to a row. A range that was extended before becomes shorter or longer.
 * @param order the ids of the rows in their order. @param from the row at which a range without an anchor begins.
 */
export function extended(selection: Selection, order: readonly string[], to: string, from: string = to): Selection {
  const { anchor: last } = selection;
  const anchor = last !== null && order.includes(last) ? last : from;
  const [begin, end] = [order.indexOf(anchor), order.indexOf(to)];
  const range = order.slice(Math.min(begin, end), Math.max(begin, end) + 1);
  return { ids: new Set([...selection.base, ...range]), anchor, base: selection.base, isEvery: false };
}
