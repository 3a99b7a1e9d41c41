import type { Search } from '../../queries/address.ts';
import { defaultSorts, sortOf } from '../../queries/list-query.ts';

/** The direction in which a list is first sorted by a name; null if it is not. */
export function directionOf(sort: string | undefined, name: string | null): 'ascending' | 'descending' | null {
  const [first] = (sort ?? '').split(',');
  if (name === null || first?.replace(/^-/, '') !== name) return null;
  return first.startsWith('-') ? 'descending' : 'ascending';
}

/** The `sort` of an address after a press of a head: ascending, then descending, then the order of the list itself. */
export function nextSort(plural: string, search: Search, name: string): string | undefined {
  const usual = defaultSorts[plural];
  const both = [name, `-${name}`];
  const cycle = both.includes(usual ?? '') ? both : [...both, usual];
  const at = ['ascending', 'descending'].indexOf(directionOf(sortOf(plural, search), name) ?? '');
  const next = cycle[(at + 1) % cycle.length];
  return next === usual ? undefined : next;
}
