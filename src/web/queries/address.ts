/** The parameters of an address. Their values are the API's texts, unlike the JSON that routers usually write. */
export type Search = Readonly<Record<string, string>>;

/** The parameters that only the browser reads. All others are parameters of the list, and are sent as they are. */
const ownNames = ['group', 'order', 'saved', 'peek', 'new', 'month', 'show'] as const;

/** Several values of one parameter are any-of, as for the API: `a=1&a=2` is `a=1,2`. */
export function parseSearch(text: string): Record<string, string> {
  const given = new URLSearchParams(text);
  return Object.fromEntries([...given.keys()].map((name) => [name, given.getAll(name).join()]));
}

/** Leaves the signs readable that a query may hold: `?amount[gt]=1000&sort=-amount`. */
export function writeSearch(search: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  if (given.length === 0) return '';
  const text = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return `?${text.replaceAll('%5B', '[').replaceAll('%5D', ']').replaceAll('%2C', ',')}`;
}

/** The query of the list: an address without what only the browser reads. */
export const listQuery = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !(ownNames as readonly string[]).includes(name)));

/** The parameters of a list that choose how it is shown, not which records. */
const arranging = ['sort', 'fields', 'include', 'per_page', 'page', 'cursor'];

/** The parameters that choose the records of a list. */
export const filtersOf = (search: Search): Search =>
  Object.fromEntries(Object.entries(listQuery(search)).filter(([name]) => !arranging.includes(name)));

export const isFiltered = (search: Search): boolean => Object.keys(filtersOf(search)).length > 0;
