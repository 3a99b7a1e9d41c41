import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Search } from '../../queries/address.ts';
import type { Card } from '../card-fields.ts';
import type { Arrangement, CardStore } from './card-store.ts';
import type { PartState, Part } from './part.ts';
import { PursuitCards } from './pursuit-cards.ts';

interface CardsRequest {
  readonly query: Search;
  /** The columns and the order of the cards. The caller passes one object until it changes. */
  readonly arrangement: Arrangement;
  /** The parts of the cards to read. The caller passes one array until they change. */
  readonly parts: readonly Part[];
}

/** The cards of a query. Those of the last query stay, and stay alive, until the first page of the next one arrives. */
export function usePursuitCards({ query, arrangement, parts }: CardsRequest): PursuitCards {
  const key = JSON.stringify(query);
  // It holds nothing until it starts, so it needs no end.
  const [shown, setShown] = useState(() => new PursuitCards(query, arrangement));
  const newest = useRef(shown);
  const latest = useRef({ arrangement, parts });
  useEffect(() => {
    latest.current = { arrangement, parts };
  });
  useEffect(() => shown.store.arrange(arrangement), [shown, arrangement]);
  useEffect(() => {
    const cards = new PursuitCards(JSON.parse(key) as Search, latest.current.arrangement);
    newest.current = cards;
    let isShown = false;
    const showOnceRead = cards.subscribe(() => {
      if (isShown || !cards.isRead) return;
      isShown = true;
      setShown(cards);
    });
    cards.start();
    cards.read(latest.current.parts);
    return () => {
      showOnceRead();
      if (!isShown) cards.end();
    };
  }, [key]);
  useEffect(() => newest.current.read(parts), [parts]);
  useEffect(() => () => shown.end(), [shown]);
  return shown;
}

/** The loading state of a part of the cards. */
export const useLoading = (cards: PursuitCards, part: Part): PartState =>
  useSyncExternalStore(cards.subscribe, () => cards.loadingOf(part));

/** Whether the first page of the cards is there. */
export const useIsRead = (cards: PursuitCards): boolean => useSyncExternalStore(cards.subscribe, () => cards.isRead);

/** The cards of a column, in order. */
export const useColumn = (store: CardStore, key: string): readonly Card[] =>
  useSyncExternalStore(
    (reader) => store.subscribe(key, reader),
    () => store.column(key),
  );
