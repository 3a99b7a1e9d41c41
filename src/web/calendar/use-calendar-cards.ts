import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { CalendarDay } from '../../resources/written-dates/days.ts';
import { useNow } from '../data/now.ts';
import { queryClient } from '../data/query-client.ts';
import type { Search } from '../queries/address.ts';
import { countQuery } from '../queries/count-query.ts';
import type { Card } from '../pursuits/card-fields.ts';
import type { PartState } from '../pursuits/cards/part.ts';
import type { CardStore } from '../pursuits/cards/card-store.ts';
import type { CardScreen } from '../pursuits/cards/change-card.ts';
import { useLoading, usePursuitCards } from '../pursuits/cards/use-pursuit-cards.ts';
import { allowsUndated, daysPart, undatedPart } from './calendar-parts.ts';
import { byDay } from './day-order.ts';

/** The bids of the shown days, and the projects without a due date. */
export interface CalendarCards {
  /** The cards, and the adjustment of the counts to their changes. It stays one object until it changes. */
  readonly screen: CardScreen;
  readonly loading: PartState;
  /** Null if the filters leave no room for projects without a due date. */
  readonly undated: UndatedCards | null;
}

export interface UndatedCards {
  /** Of all of them, not only of those that are read. */
  readonly count: number;
  readonly loading: PartState;
  readonly more: () => void;
  readonly retry: () => void;
}

interface CalendarQuery {
  readonly query: Search;
  readonly first: CalendarDay;
  readonly last: CalendarDay;
  readonly today: CalendarDay;
}

/** Reads the shown days alone. Those that were read before stay known, and follow changes. */
export function useCalendarCards({ query, first, last, today }: CalendarQuery): CalendarCards {
  const days = useMemo(() => daysPart(query, { first, last, today }), [query, first, last, today]);
  const hasUndated = allowsUndated(query);
  const parts = useMemo(() => (hasUndated ? [days, undatedPart] : [days]), [days, hasUndated]);
  // A bid becomes late without an event.
  const minute = useNow().getTime();
  const arrangement = useMemo(() => byDay({ now: new Date(minute), today }), [minute, today]);
  const cards = usePursuitCards({ query, arrangement, parts });
  const counted = useMemo(() => countQuery('projects', { ...query, ...undatedPart.query }), [query]);
  const { data: count = 0 } = useQuery({ ...counted, enabled: hasUndated });
  const loading = useLoading(cards, days);
  const loadingUndated = useLoading(cards, undatedPart);
  const adjust = useMemo(() => {
    const undated = (card: Card | null): number => Number(card?.bid_due_date === null);
    return (before: Card | null, after: Card | null): void => {
      const change = undated(after) - undated(before);
      if (change !== 0)
        queryClient.setQueryData(counted.queryKey, (known) => (known === undefined ? known : known + change));
    };
  }, [counted]);
  const undated = hasUndated
    ? { count, loading: loadingUndated, more: () => void cards.more(undatedPart), retry: () => void cards.load() }
    : null;
  const screen = useMemo(() => ({ cards, adjust }), [cards, adjust]);
  return { screen, loading, undated };
}

/** The number of bids on some days that are not submitted yet. */
export const useOpenCount = (store: CardStore, days: readonly CalendarDay[]): number =>
  useSyncExternalStore(
    (reader) => subscribeAll(store, days, reader),
    () => days.reduce((sum, day) => sum + store.column(day).filter(isOpen).length, 0),
  );

/** Whether any bid is on some days. */
export const useHasBids = (store: CardStore, days: readonly CalendarDay[]): boolean =>
  useSyncExternalStore(
    (reader) => subscribeAll(store, days, reader),
    () => days.some((day) => store.column(day).length > 0),
  );

const isOpen = (card: Card): boolean => card.submitted_at === null;

/** Calls the reader whenever the bids of a day change. @returns ends it. */
export function subscribeAll(store: CardStore, days: readonly string[], reader: () => void): () => void {
  const ends = days.map((day) => store.subscribe(day, reader));
  return () => {
    for (const end of ends) end();
  };
}
