import { loadedIds, mostRead, rereadRows } from '../queries/list-cache.ts';
import type { Search } from '../queries/address.ts';
import { parted } from './bulk/read-targets.ts';

/** The key of a list in the cache. */
export type ListKey = readonly ['list', string, Search];

/** Reads records of a list again, as far as it has loaded them, one part after the other. */
export async function rereadLoaded(queryKey: ListKey, ids: Iterable<string>): Promise<void> {
  const loaded = loadedIds(queryKey);
  const shown = [...ids].filter((id) => loaded.has(id));
  for (const part of parted(shown, mostRead)) await rereadRows(queryKey, part);
}
