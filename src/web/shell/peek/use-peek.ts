import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { narrow, useMedia } from '../../parts/use-media.ts';
import { useAddressSearch } from '../../queries/use-address.ts';
import { type PeekedRecord, peekedIn, peekText } from './peek-address.ts';
import { listenForPeeks } from './peek-events.ts';

interface PeekState {
  readonly peeked: PeekedRecord | null;
  /** Whether the record covers the whole screen. */
  readonly isSheet: boolean;
  readonly close: () => void;
}

/**
 * Opens records beside lists. An element with `data-peek="projects/12"` is the card or row of a record: Space or a plain
 * click on it opens the record, and the record follows the focus from one such element to another.
 */
export function usePeek(): PeekState {
  const { pathname } = useLocation();
  const { peek } = useAddressSearch();
  const isSheet = useMedia(narrow);
  const peeked = peekedIn(pathname, peek);
  const shown = peeked === null ? null : `${peeked.plural}/${peeked.id}`;
  const { open, follow, close } = usePeekAddress(pathname);
  useEffect(() => {
    const show = (record: string): void => void (shown === null ? open(record) : follow(record));
    return listenForPeeks({
      open: show,
      toggle: (record) => (record === shown ? close() : show(record)),
      follow: (record) => {
        if (shown !== null && shown !== record && !isSheet) void follow(record);
      },
    });
  }, [shown, isSheet, open, follow, close]);
  useFocusBack(shown);
  return { peeked, isSheet, close };
}

/** Changes the address. Opening a record makes an entry in the history, so that Back closes it. */
function usePeekAddress(pathname: string) {
  const router = useRouter();
  const openedAt = useRef<number | null>(null);
  const go = useCallback(
    async (peek: string | undefined, replace: boolean): Promise<void> => {
      await router.navigate({ to: '.', search: ((before: object) => ({ ...before, peek })) as never, replace });
    },
    [router],
  );
  const open = useCallback(
    async (record: string): Promise<void> => {
      await go(peekText(pathname, record), false);
      openedAt.current = indexOf(router.history.location);
    },
    [router, go, pathname],
  );
  const follow = useCallback((record: string) => go(peekText(pathname, record), true), [go, pathname]);
  const close = useCallback((): void => {
    const isOwn = openedAt.current !== null && openedAt.current === indexOf(router.history.location);
    openedAt.current = null;
    if (isOwn) router.history.back();
    else void go(undefined, true);
  }, [router, go]);
  return { open, follow, close };
}

/** The place in the history of this tab. */
const indexOf = ({ state }: { readonly state: object }): number | null =>
  (state as { readonly __TSR_index?: number }).__TSR_index ?? null;

/** When the record closes, the focus goes to its card or row, unless it is in the list already. */
function useFocusBack(shown: string | null): void {
  const last = useRef(shown);
  useEffect(() => {
    const before = last.current;
    last.current = shown;
    if (before === null || shown !== null || document.activeElement?.closest('[data-peek]')) return;
    const element = document.querySelector<HTMLElement>(`[data-peek="${before}"]`);
    const target = element?.matches('a') ? element : element?.querySelector<HTMLElement>('a, [tabindex]');
    target?.focus();
  }, [shown]);
}
