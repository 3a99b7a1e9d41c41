import type { Directory } from '../../store/rows/directory.ts';
import { parsed } from '../rendered.ts';

/** A user as embedded in other objects. */
export interface EmbeddedUser {
  readonly id: string;
  readonly email: string;
  readonly [key: string]: unknown;
}

/** The user with an id; null if the id is null. */
export const embeddedUser = <Id extends string | null>(directory: Directory, id: Id) =>
  parsed<Id extends string ? EmbeddedUser : EmbeddedUser | null>(directory.embedded('users', id));
