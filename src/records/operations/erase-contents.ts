import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from '../../database/engine.ts';
import { type FileStore, objectName } from '../../files/file-store.ts';
import type { Files } from '../../files/open-files.ts';
import { forgetBlob, markErasable, type MarkedBlob } from '../../store/files/file-blobs.ts';
import { accountsWithBlobs } from '../../store/files/stored-blobs.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** The blobs of an account that are erased at once. */
const most = 100;
/** The pause between batches. It leaves most of the time of the database and of the store to requests. */
const pauseMs = 100;

/** The work of a collection. */
export interface Collection {
  readonly engine: Engine;
  readonly files: Pick<Files, 'store' | 'incoming' | 'trashDays'>;
  readonly now: Date;
  /** Tells when to stop. */
  readonly signal: AbortSignal;
}

/**
 * Erases the contents that no file needs any more, account by account: all files that had them, or the records of these
 * files, have been in the trash for `FILE_TRASH_DAYS`, and no upload has claimed them for a day. Also removes the parts
 * of uploads whose process has died.
 */
export async function collectContents({ engine, files, now, signal }: Collection): Promise<void> {
  const yesterday = new Date(now.getTime() - dayMs);
  await files.incoming.removeAbandoned(yesterday);
  const trashedBefore = files.trashDays === null ? null : new Date(now.getTime() - files.trashDays * dayMs);
  const erasure = { now, untouchedSince: yesterday, trashedBefore, most };
  for (const accountId of await accountsWithBlobs(engine)) {
    for (let isMore = true; isMore && !signal.aborted; ) {
      const marked = await engine.transaction((transaction) => markErasable(transaction, accountId, erasure), {
        flow: { accountId },
      });
      for (const blob of marked) await eraseMarked(engine, files.store, blob);
      isMore = marked.length === most;
      if (isMore) await pause(pauseMs, undefined, { ref: false });
    }
  }
}

/** Removes the object of a marked blob, then forgets the blob. */
export async function eraseMarked(engine: Engine, store: FileStore, blob: MarkedBlob): Promise<void> {
  await store.remove(objectName(blob.accountId, blob.sha256));
  await engine.transaction((transaction) => forgetBlob(transaction, blob));
}
