import type { contacts } from '../resources/contacts.ts';
import type { users } from '../resources/users.ts';
import { differing, isWritten } from './input.ts';
import type { Rule } from './rule.ts';

/** The name of a person is the first and the last name, as given; `null` when both are empty. */
export const joinPersonName: Rule<typeof contacts | typeof users> = (change) => {
  if (!isWritten(change)) return {};
  const { first_name: first, last_name: last } = change.after;
  return { set: differing(change, { name: joinedName(first, last) }) };
};

/** The name that is made of a first and a last name. */
export function joinedName(first: string | null, last: string | null): string | null {
  const parts = [first, last].filter((part) => part !== null && part.trim() !== '');
  return parts.length > 0 ? parts.join(' ') : null;
}
