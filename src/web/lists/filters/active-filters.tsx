import type { Resource } from '../../../resources/resource.ts';
import { isFiltered, type Search } from '../../queries/address.ts';
import { FilterBar } from './filter-bar.tsx';

interface Props {
  readonly resource: Resource;
  readonly search: Search;
  readonly onChange: (changes: Record<string, string | undefined>) => void;
}

/** The filters of an address on a screen that has no bar of its own, so that none hides records unseen. */
export function ActiveFilters({ resource, search, onChange }: Props) {
  const { view: _, ...filters } = search;
  if (!isFiltered(filters)) return null;
  return <FilterBar resource={resource} search={search} onChange={onChange} faults={[]} />;
}
