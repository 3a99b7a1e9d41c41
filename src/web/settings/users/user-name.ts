import { nameOf } from '../../data/directory.ts';
import type { ManagedRecord } from '../managed/managed-query.ts';

/** Whether the name or the e-mail address of a user has all these words. */
export const isNamed = ({ name, email }: ManagedRecord, words: string): boolean => {
  const text = `${(name as string | null) ?? ''} ${String(email)}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};

/** The name of a user; the e-mail address without one. */
export const userName = ({ id, name, email }: ManagedRecord): string =>
  nameOf({ id, name: name as string | null, email: String(email) });
