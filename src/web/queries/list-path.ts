import { type Search, writeSearch } from './address.ts';

/**
 * The path of the page for an address of the API, such as the `projects_url` of a report: the list with the same query.
 * @param url null gives null. @param besides further parameters of the list.
 */
export function listPath(url: string | null, besides: Search = {}): string | null {
  if (url === null) return null;
  const { pathname, searchParams } = new URL(url);
  return pathname.replace(/^\/api\/[^/]+/, '') + writeSearch({ ...Object.fromEntries(searchParams), ...besides });
}
