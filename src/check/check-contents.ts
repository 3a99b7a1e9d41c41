import type { Engine } from '../database/engine.ts';
import { hasObject } from '../files/copy-object.ts';
import { type FileStore, objectName, partsOfName, type StoredObject } from '../files/file-store.ts';
import type { DatabaseFault } from '../store/check/finding.ts';
import { presentBlobs } from '../store/files/file-blobs.ts';
import { readBlobs, type StoredBlob } from '../store/files/stored-blobs.ts';

/** A check of the file store against the blobs of accounts. */
export interface ContentsCheck {
  readonly store: FileStore;
  readonly accountIds: readonly string[];
  readonly now: Date;
  /** Reads and hashes the bytes of each object; otherwise only their sizes are compared. */
  readonly isDeep: boolean;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The blobs whose object is missing, or is not what it should be. The service may go on meanwhile. */
export async function* damagedContents(engine: Engine, checking: ContentsCheck): AsyncGenerator<DatabaseFault> {
  const yesterday = checking.now.getTime() - dayMs;
  for (const accountId of checking.accountIds) {
    for await (const blobs of readBlobs(engine, accountId)) {
      for (const blob of blobs) {
        // An upload that has claimed a blob may not have stored its bytes yet.
        const isExpected = blob.isNamed || Date.parse(blob.touchedAt) < yesterday;
        if (blob.isUnderErasure || !isExpected) continue;
        const problem = await problemOf(checking, accountId, blob);
        // The service may have erased it since.
        const isFault = problem !== null && (await presentBlobs(engine, accountId, [blob.sha256])).size > 0;
        if (isFault) yield { account: accountId, table: 'file_blobs', id: blob.sha256, problem };
      }
    }
  }
}

async function problemOf(
  { store, isDeep }: ContentsCheck,
  accountId: string,
  { sha256, size }: StoredBlob,
): Promise<string | null> {
  const name = objectName(accountId, sha256);
  const stored = await store.size(name);
  if (stored === null) return 'The file store does not have it.';
  if (stored !== size) return `The file store has ${stored} bytes of it, not ${size}.`;
  if (!isDeep || (await hasObject(store, { name, size }))) return null;
  return 'The bytes in the file store are damaged: they have another SHA-256.';
}

/** The objects older than a day that no blob names. They only take room. */
export async function* strayObjects(
  engine: Engine,
  { store, now }: Pick<ContentsCheck, 'store' | 'now'>,
): AsyncGenerator<StoredObject> {
  const yesterday = new Date(now.getTime() - dayMs);
  for await (const object of store.list()) {
    const parts = partsOfName(object.name);
    if (!parts || object.modifiedAt > yesterday) continue;
    if ((await presentBlobs(engine, parts.accountId, [parts.sha256])).size === 0) yield object;
  }
}
