import type { Declaration } from '../resource.ts';

/**
 * The declaration of an object that is no resource: a credential or a webhook. It has operations, rules and statements
 * of its own; its fields are declared as those of a resource.
 */
export interface ManagedObject extends Declaration {
  /** Names the wrapper of one, and its schemas. */
  readonly singular: string;
  /** Names the path, the wrapper of lists, the table and the entries in the audit log. */
  readonly plural: string;
  /** The descriptions of its schemas: in answers, with its secret, and in requests. */
  readonly words: { readonly shown: string; readonly made: string; readonly create: string; readonly update?: string };
  /** The column of the id that clients see, a UUID, if that is not the stored id. */
  readonly publicId?: string;
  /** The columns that are null until it ends, or null in every object of this kind. */
  readonly standing: readonly string[];
  /** The column that stores the secret, or the SHA-256 of the secret. */
  readonly secret: { readonly column: string; readonly type: 'text' | 'bytea' };
}
