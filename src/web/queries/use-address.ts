import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Search } from './address.ts';

/** Changes of the parameters of an address; undefined takes one away. */
export type SearchChanges = Readonly<Record<string, string | undefined>>;

/** The query in the address of the open screen. */
export const useAddressSearch = (): Search => useSearch({ strict: false });

/**
 * The query in the address of a screen. `open` goes to another query, `change` changes some parameters of this one.
 * With `replace`, Back skips the query that was left.
 */
export function useAddress(path: string) {
  const search = useAddressSearch();
  const navigate = useNavigate();
  const open = (next: SearchChanges, replace = false): void =>
    void navigate({ to: path, search: next as never, replace });
  const change = (changes: SearchChanges, replace = true): void => open({ ...search, ...changes }, replace);
  return { search, open, change };
}
