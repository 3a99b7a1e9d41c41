import { useMemo } from 'react';
import type { CardStore } from '../pursuits/cards/card-store.ts';
import { useColumn } from '../pursuits/cards/use-pursuit-cards.ts';
import { type Total, totalOfCards } from './summary.ts';

/** The total of a column: that of the service, or that of the loaded cards. */
export function useTotal(store: CardStore, key: string, total: Total | null): Total {
  const cards = useColumn(store, key);
  return useMemo(() => total ?? totalOfCards(cards), [total, cards]);
}
