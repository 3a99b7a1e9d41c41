import { createHash } from 'node:crypto';
import { type FileStore, partsOfName, type StoredObject } from './file-store.ts';
import type { IncomingFiles } from './incoming-files.ts';

/** An object as a list names it. */
export type ListedObject = Pick<StoredObject, 'name' | 'size'>;

/** A store, and the folder in which the objects arrive that are put into it. */
export interface ObjectTarget {
  readonly store: FileStore;
  readonly incoming: IncomingFiles;
}

/** The result of a copy. A damaged object has another size, or other bytes, than its name and the list say. */
export type CopyResult = 'copied' | 'missing' | 'damaged';

/** Copies an object to another store, and hashes it meanwhile. A damaged one is not put. */
export async function copyObject(object: ListedObject, from: FileStore, to: ObjectTarget): Promise<CopyResult> {
  const { name, size } = object;
  const found = await from.size(name);
  if (found === null) return 'missing';
  if (found !== size) return 'damaged';
  try {
    await using part = await to.incoming.receive(from.open(name));
    if (part.size !== size || part.sha256 !== partsOfName(name)?.sha256) return 'damaged';
    await to.store.put(part.path, name, size);
    return 'copied';
  } catch (error) {
    // It may have been removed since its size was read.
    if ((await from.size(name)) === null) return 'missing';
    throw error;
  }
}

/** Whether a store has an object with its bytes. It reads all of them. */
export async function hasObject(store: FileStore, { name, size }: ListedObject): Promise<boolean> {
  if ((await store.size(name)) !== size) return false;
  const hash = createHash('sha256');
  for await (const piece of store.open(name)) hash.update(piece);
  return hash.digest('hex') === partsOfName(name)?.sha256;
}
