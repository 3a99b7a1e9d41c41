import { resourceOf } from '../index.ts';

/**
 * Whether only an admin may undo an import, because it made what only admins delete.
 * @param made the numbers of records that the import made besides those of its rows, by their plurals.
 */
export const needsAdminToUndo = (made: Readonly<Record<string, number>>): boolean =>
  Object.keys(made).some((plural) => resourceOf(plural).adminOnly);
