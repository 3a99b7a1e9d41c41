import type { Queryable } from '../../database/engine.ts';
import { copyObject, hasObject, type ObjectTarget } from '../../files/copy-object.ts';
import { type FileStore, partsOfName } from '../../files/file-store.ts';
import { firstOf, Refusal, unchanged } from '../../refusal.ts';
import { forgetBlobs } from '../../store/files/stored-blobs.ts';
import type { BackupBlob } from './backup-blobs.ts';
import { readBlobList } from './read-backup.ts';

/** The blobs of a backup, and where they go. */
export interface BlobRestore {
  /** The backup. */
  readonly file: string;
  readonly from: FileStore;
  readonly to: ObjectTarget;
  /** Whether the restore goes on without the blobs that are missing or damaged. */
  readonly toleratesLoss: boolean;
  /** Receives the number of blobs restored so far. */
  readonly tell: (done: number) => void;
}

/** The restored blobs in numbers, and those that were missing or damaged, by name. */
export interface RestoredBlobs {
  readonly count: number;
  readonly bytes: number;
  readonly missing: readonly string[];
}

/**
 * Looks for each blob of a backup, by its name and size.
 * @param folder the folder in which they should be, for the message.
 * @throws {Refusal} `not_found` with the number of missing ones and the first names.
 */
export async function refuseWithoutBlobs(
  { file, from }: Pick<BlobRestore, 'file' | 'from'>,
  folder: string,
): Promise<void> {
  const faults: string[] = [];
  let count = 0;
  for await (const blob of neededBlobs(file)) {
    count += 1;
    const size = await from.size(blob.name);
    if (size !== blob.size) faults.push(`${blob.name} ${size === null ? 'is missing' : `has ${size} bytes`}`);
  }
  if (faults.length === 0) return;
  throw new Refusal(
    'not_found',
    `The folder ${folder} lacks the contents of ${faults.length} of the ${count} files that ${file} needs: ` +
      `${firstOf(faults)}. Name the right folder with --files, or go on without these with --without-files. ${unchanged}`,
  );
}

/**
 * Puts the blobs of a backup into the store, in the transaction that restores the rows: they are there when it commits. What
 * the store has already stays. The rows of erased blobs go.
 * @throws {Refusal} `validation_failed` if a blob is missing or damaged, unless the restore tolerates loss.
 */
export async function restoreBlobs(
  transaction: Queryable,
  { file, from, to, toleratesLoss, tell }: BlobRestore,
): Promise<RestoredBlobs> {
  const missing: string[] = [];
  let [done, count, bytes] = [0, 0, 0];
  for await (const blob of neededBlobs(file)) {
    const result = (await hasObject(to.store, blob)) ? 'present' : await copyObject(blob, from, to);
    if (result === 'missing' || result === 'damaged') missing.push(`${blob.name} is ${result}`);
    else [count, bytes] = [count + 1, bytes + blob.size];
    tell((done += 1));
  }
  if (missing.length > 0 && !toleratesLoss) throw damagedBlobs(missing);
  await forgetErased(transaction, file);
  return { count, bytes, missing };
}

const damagedBlobs = (faults: readonly string[]): Refusal =>
  new Refusal(
    'validation_failed',
    `The contents of ${faults.length} files in the backup are not whole: ${firstOf(faults)}. Take them from another copy ` +
      `of the backup, or go on without these with --without-files. The database is as it was.`,
  );

async function* neededBlobs(file: string): AsyncGenerator<BackupBlob> {
  for await (const blobs of readBlobList(file)) yield* blobs.filter(({ erased }) => !erased);
}

async function forgetErased(transaction: Queryable, file: string): Promise<void> {
  const erased = new Map<string, string[]>();
  for await (const blobs of readBlobList(file)) {
    for (const { name } of blobs.filter((blob) => blob.erased)) {
      const { accountId = '', sha256 = '' } = partsOfName(name) ?? {};
      const ofAccount = erased.get(accountId) ?? [];
      ofAccount.push(sha256);
      erased.set(accountId, ofAccount);
    }
  }
  for (const [accountId, sha256] of erased) await forgetBlobs(transaction, accountId, sha256);
}
