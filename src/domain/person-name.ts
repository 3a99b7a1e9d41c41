import { differing, isWritten } from './given.ts';
import type { Rule } from './rule.ts';

/** The name of a person is the first and the last name, as given; `null` when both are empty. */
export const joinPersonName: Rule = (change) => {
  if (!isWritten(change)) return {};
  const { first_name: first, last_name: last } = change.after;
  const parts = [first, last].filter((part): part is string => typeof part === 'string' && part.trim() !== '');
  return { set: differing(change, { name: parts.length > 0 ? parts.join(' ') : null }) };
};
