import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { tabStorage } from '../../data/storage.ts';
import { choiceName } from '../../../resources/labels.ts';
import { parseSearch, type Search } from '../../queries/address.ts';

/** The screen of several records that this tab showed last. */
interface ListPlace {
  readonly pathname: string;
  readonly search: Search;
  readonly name: string;
}

const key = 'plumbline-came-from';

/** A path of one segment is a screen of several records: `/pipeline`, `/companies`. Longer ones are records. */
const isPlace = (pathname: string): boolean => /^\/[^/]+$/.test(pathname);

/** Remembers the screens that records are opened from, with their queries. */
export function useRememberedPlace(): void {
  const { pathname, href } = useLocation();
  useEffect(() => {
    if (isPlace(pathname)) tabStorage.set(key, href);
  }, [pathname, href]);
}

/** The screen that the person came from; the list of the records in a new tab. */
export function cameFrom(plural: string): ListPlace {
  const { pathname, search } = new URL(tabStorage.get(key) ?? `/${plural}`, window.location.origin);
  return { pathname, search: parseSearch(search), name: choiceName(pathname.slice(1)) };
}
