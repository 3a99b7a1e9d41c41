import type { ObjectTarget } from '../../files/copy-object.ts';
import { objectName } from '../../files/file-store.ts';
import type { BlobName } from '../../store/files/file-blobs.ts';
import { unfit } from '../unfit-file.ts';

/** Puts the contents of a file of an archive into the store. @throws {Refusal} if they are not those of their name. */
export type PutBlobs = (blob: BlobName & { readonly size: number }, bytes: AsyncIterable<Uint8Array>) => Promise<void>;

/** Does work that puts contents. If it fails, those that the store did not have before are removed. */
export async function puttingBlobs<Result>(
  { store, incoming }: ObjectTarget,
  work: (put: PutBlobs) => Promise<Result>,
): Promise<Result> {
  const added: string[] = [];
  try {
    return await work(async ({ accountId, sha256, size }, bytes) => {
      const name = objectName(accountId, sha256);
      await using part = await incoming.receive(bytes);
      if (part.sha256 !== sha256 || part.size !== size)
        throw unfit(`The contents ${sha256} of the archive are damaged.`);
      if ((await store.size(name)) === null) added.push(name);
      await store.put(part.path, name, size);
    });
  } catch (error) {
    for (const name of added) await store.remove(name).catch(() => undefined);
    throw error;
  }
}
