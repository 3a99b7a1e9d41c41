import type { CardStore } from '../pursuits/cards/card-store.ts';
import type { FocusStep } from '../pursuits/cards/step.ts';
import type { BoardColumn } from './grouping.ts';

/** The card that a step leads to; null at an edge. A step to the side skips columns without cards. */
export function cardAfter(step: FocusStep, id: string, { store, columns }: Board): string | null {
  const card = store.get(id);
  if (!card) return null;
  const at = columns.findIndex(({ key }) => key === store.keyOf(card));
  const cards = store.column(store.keyOf(card));
  const row = cards.indexOf(card);
  switch (step) {
    case 'up':
      return cards[row - 1]?.id ?? null;
    case 'down':
      return cards[row + 1]?.id ?? null;
    case 'left':
      return inNearest(columns.slice(0, at).reverse(), row, store);
    case 'right':
      return inNearest(columns.slice(at + 1), row, store);
  }
}

interface Board {
  readonly store: CardStore;
  readonly columns: readonly BoardColumn[];
}

/** The card in this row of the first column that has cards, or the last card of that column. */
function inNearest(columns: readonly BoardColumn[], row: number, store: CardStore): string | null {
  const cards = columns.map(({ key }) => store.column(key)).find(({ length }) => length > 0) ?? [];
  return cards[Math.min(row, cards.length - 1)]?.id ?? null;
}

/** The first card of the board; null if it has none. */
export const firstCard = (store: CardStore, columns: readonly BoardColumn[]): string | null =>
  columns.map(({ key }) => store.column(key)[0]?.id).find((id) => id !== undefined) ?? null;
