import { copyObject, type CopyResult, type ListedObject, type ObjectTarget } from './copy-object.ts';
import type { FileStore } from './file-store.ts';

/** An object, and what became of it. `present`: the other store had it already. */
export interface CopiedObject extends ListedObject {
  readonly result: CopyResult | 'present';
}

/** Copies all objects that another store lacks, one after the other. A copy that breaks off goes on where it was. */
export async function* copyFiles(from: FileStore, to: ObjectTarget): AsyncGenerator<CopiedObject> {
  for await (const { name, size } of from.list()) {
    const isThere = (await to.store.size(name)) === size;
    yield { name, size, result: isThere ? 'present' : await copyObject({ name, size }, from, to) };
  }
}
