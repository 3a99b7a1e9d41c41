import { createHash } from 'node:crypto';
import type { Engine } from '../database/engine.ts';
import { type FileStore, objectName, partsOfName, type StoredObject } from '../files/file-store.ts';
import { knownBlobs, readBlobs, type StoredBlob } from '../store/check/contents-stored.ts';
import type { DatabaseFault } from '../store/check/finding.ts';

/** A check of the file store against the blobs of accounts. */
export interface ContentsCheck {
  readonly store: FileStore;
  readonly accountIds: readonly string[];
  readonly now: Date;
  /** Reads and hashes the bytes of each object; otherwise only their sizes are compared. */
  readonly isDeep: boolean;
}

const most = 500;
const dayMs = 24 * 60 * 60 * 1000;

/** The blobs whose object is missing, or is not what it should be. The service may go on meanwhile. */
export async function* damagedContents(engine: Engine, checking: ContentsCheck): AsyncGenerator<DatabaseFault> {
  const claimedBefore = new Date(checking.now.getTime() - dayMs);
  for (const accountId of checking.accountIds) {
    for (let after = '', isMore = true; isMore; ) {
      const blobs = await readBlobs(engine, accountId, { after, claimedBefore, most });
      for (const blob of blobs) {
        const problem = await problemOf(checking, accountId, blob);
        // The service may have erased it since.
        const isKnown = problem !== null && (await knownBlobs(engine, accountId, [blob.sha256])).size > 0;
        if (isKnown) yield { account: accountId, table: 'file_blobs', id: blob.sha256, problem };
      }
      after = blobs.at(-1)?.sha256 ?? after;
      isMore = blobs.length === most;
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
  if (!isDeep) return null;
  const hash = createHash('sha256');
  for await (const piece of store.open(name)) hash.update(piece);
  return hash.digest('hex') === sha256 ? null : 'The bytes in the file store are damaged: they have another SHA-256.';
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
    if ((await knownBlobs(engine, parts.accountId, [parts.sha256])).size === 0) yield object;
  }
}
