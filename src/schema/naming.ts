/** The keyword of an object that names a record. Its value says how. */
export const naming = 'x-names';

/** The keyword of a list of such objects. It only changes the words of problems. */
export const namingEach = 'x-names-each';

/** How an object names a record of a resource. */
export interface Naming {
  readonly singular: string;
  /** The key that suffices instead of `id`, if there is one. */
  readonly key?: string | undefined;
}

/** The fault of an object that names no record: an `id` that is no text, or other keys than it may have. */
export type NamingFault = 'id' | 'keys';

/** Beside an `id`, other keys do not matter. Without it, an object has one key. */
export function namingFault({ key }: Naming, object: Readonly<Record<string, unknown>>): NamingFault | null {
  if (Object.hasOwn(object, 'id')) return typeof object['id'] === 'string' ? null : 'id';
  const keys = Object.keys(object);
  return key !== undefined && keys.length === 1 && typeof object[key] === 'string' ? null : 'keys';
}
