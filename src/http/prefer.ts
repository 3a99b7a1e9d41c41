import type { Operation } from './operation.ts';

/** Whether an operation counts all records when a client prefers that: lists of records do, which are those that can be sorted. */
export const countsOnRequest = ({ query }: Pick<Operation, 'query'>): boolean =>
  query.some(({ name }) => name === 'sort');

/** Says that the preference was followed (RFC 7240). */
export const appliedCount = { 'Preference-Applied': 'count=exact' } as const;

// A preference may have parameters of its own, and of one given twice the first counts (RFC 7240 §2).
const preference = /(?:^|,)\s*([\w-]+)(?:\s*=\s*(?:"([^"]*)"|([^\s,;"]*)))?(?:\s*;(?:"[^"]*"|[^",])*)?/g;

/** Whether a `Prefer` header asks for an exact count. */
export function prefersCount(header: string | undefined): boolean {
  if (header === undefined) return false;
  const counts = [...header.matchAll(preference)].filter(([, name]) => name?.toLowerCase() === 'count');
  return (counts[0]?.[2] ?? counts[0]?.[3]) === 'exact';
}
