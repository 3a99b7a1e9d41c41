import { nameOf } from '../../data/directory.ts';
import type { Managed } from '../managed/managed-query.ts';

/** The name of a user; the e-mail address without one. */
export const userName = ({ id, name, email }: Managed): string =>
  nameOf({ id, name: name as string | null, email: String(email) });
