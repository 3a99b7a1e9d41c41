import { type FileStore, partsOfName } from './file-store.ts';
import type { IncomingFiles } from './incoming-files.ts';

/** The result of a copy of one object. */
export type CopiedObject =
  | { readonly state: 'copied' | 'present'; readonly name: string; readonly size: number }
  /** The bytes are not those of the name, so the object is not copied. */
  | { readonly state: 'damaged'; readonly name: string; readonly size: number };

/**
 * Copies all objects that another store lacks, one after the other, and compares the SHA-256 of each. A copy that breaks
 * off goes on where it was.
 */
export async function* copyFiles(
  from: FileStore,
  to: FileStore,
  incoming: IncomingFiles,
): AsyncGenerator<CopiedObject> {
  for await (const { name, size } of from.list()) {
    if ((await to.size(name)) === size) {
      yield { state: 'present', name, size };
      continue;
    }
    await using part = await incoming.receive(from.open(name));
    const isSame = part.sha256 === partsOfName(name)?.sha256;
    if (isSame) await to.put(part.path, name, part.size);
    yield { state: isSame ? 'copied' : 'damaged', name, size: part.size };
  }
}
