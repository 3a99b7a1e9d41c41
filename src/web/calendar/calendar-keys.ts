import { useSyncExternalStore } from 'react';
import type { CardStore } from '../pursuits/cards/card-store.ts';
import type { FocusStep } from '../pursuits/cards/step.ts';
import { bidAfter } from './day-order.ts';
import { subscribeAll } from './use-calendar-cards.ts';

/** The bid that Tab stops at: the one that had the focus last, or the first one. @param days in order. */
export const useStop = (store: CardStore, days: readonly string[], last: string | null): string | null =>
  useSyncExternalStore(
    (reader) => subscribeAll(store, days, reader),
    () => stopIn(store, days, last),
  );

function stopIn(store: CardStore, days: readonly string[], last: string | null): string | null {
  const card = last === null ? undefined : store.get(last);
  if (card && days.includes(store.keyOf(card))) return card.id;
  return days.map((day) => store.column(day)[0]?.id).find((id) => id !== undefined) ?? null;
}

/** The bid that the first possible one of these steps leads to. */
export function neighbour(
  store: CardStore,
  days: readonly string[],
  id: string,
  steps: readonly FocusStep[],
): string | null {
  const bids = days.map((day) => store.column(day));
  return steps.map((step) => bidAfter(step, id, bids)).find((next) => next !== null) ?? null;
}
