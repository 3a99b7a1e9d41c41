import type { Item } from './change-set.ts';

/** Stands for the hash of a password while the rest of the change is judged. */
export const unhashed = '';

/** The change is judged and accepted; only the hash of its password is missing. */
export class PasswordUnhashed extends Error {}

/** @throws {PasswordUnhashed} so that nothing is stored without the hash. */
export function stopUnhashed(items: readonly Item[]): void {
  if (items.some(({ secrets = {} }) => Object.values(secrets).includes(unhashed))) throw new PasswordUnhashed();
}
