import type { Operation } from './operation.ts';

/** Whether an operation supports `count=exact`: the lists of records, which have pages and an order, and of reports. */
export const countsOnRequest = ({ query, tag }: Pick<Operation, 'query' | 'tag'>): boolean =>
  ['per_page', ...(tag === 'reports' ? [] : ['sort'])].every((wanted) => query.some(({ name }) => name === wanted));

/** The header that confirms the applied preference (RFC 7240). */
export const appliedCount = { 'Preference-Applied': 'count=exact' } as const;

// A preference can have its own parameters. If a preference occurs twice, the first counts (RFC 7240 §2).
const preference = /(?:^|,)\s*([\w-]+)(?:\s*=\s*(?:"([^"]*)"|([^\s,;"]+)))?(?:\s*;(?:"[^"]*"|[^",])*)?/g;

/** Whether a `Prefer` header requests an exact count. */
export function prefersCount(header: string | undefined): boolean {
  if (header === undefined) return false;
  const counts = [...header.matchAll(preference)].filter(([, name]) => name?.toLowerCase() === 'count');
  return (counts[0]?.[2] ?? counts[0]?.[3]) === 'exact';
}
