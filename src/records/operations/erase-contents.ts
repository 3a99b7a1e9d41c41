import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import type { Engine } from '../../database/engine.ts';
import { type FileStore, objectName } from '../../files/file-store.ts';
import type { Files } from '../../files/open-files.ts';
import {
  type BlobName,
  type Erasure,
  findErasable,
  forgetBlob,
  markErasable,
  type MarkedBlob,
} from '../../store/files/file-blobs.ts';
import { accountsWithBlobs } from '../../store/files/stored-blobs.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** The blobs of an account that one statement finds. */
const most = 100;
/** The pause between batches. It leaves most of the time of the database and of the store to requests. */
const pauseMs = 100;

/** The work of a collection. */
export interface Collection {
  readonly engine: Engine;
  readonly files: Pick<Files, 'store' | 'incoming' | 'trashDays'>;
  readonly clock: Clock;
  /** Tells when to stop. */
  readonly signal: AbortSignal;
}

/**
 * Erases the contents that no file needs any more, account by account: all files that had them, or the records of these
 * files, have been in the trash for `FILE_TRASH_DAYS`, and no upload has claimed them for a day. Also removes the parts
 * of uploads whose process has died.
 */
export async function collectContents(collection: Collection): Promise<void> {
  const { engine, files, clock, signal } = collection;
  await files.incoming.removeAbandoned(new Date(clock.now().getTime() - dayMs));
  for (const accountId of await accountsWithBlobs(engine)) {
    for (let isMore = true; isMore && !signal.aborted; ) {
      const found = await findErasable(engine, accountId, { ...erasureOf(collection), most });
      for (const sha256 of found) await erase(collection, { accountId, sha256 });
      isMore = found.length === most;
      if (isMore) await pause(pauseMs, undefined, { ref: false });
    }
  }
}

/** Marks a blob just before its object goes: a mark is in force for some minutes, and the store may be slow. */
async function erase(collection: Collection, blob: BlobName): Promise<void> {
  const { engine, files, signal } = collection;
  if (signal.aborted) return;
  const marked = await engine.transaction((transaction) => markErasable(transaction, blob, erasureOf(collection)), {
    flow: { accountId: blob.accountId },
  });
  if (marked) await eraseMarked(engine, files.store, marked);
}

function erasureOf({ files: { trashDays }, clock }: Collection): Erasure {
  const now = clock.now();
  const before = (days: number): Date => new Date(now.getTime() - days * dayMs);
  return { now, untouchedSince: before(1), trashedBefore: trashDays === null ? null : before(trashDays) };
}

/** Removes the object of a marked blob, then forgets the blob. */
export async function eraseMarked(engine: Engine, store: FileStore, blob: MarkedBlob): Promise<void> {
  await store.remove(objectName(blob.accountId, blob.sha256));
  await engine.transaction((transaction) => forgetBlob(transaction, blob));
}
