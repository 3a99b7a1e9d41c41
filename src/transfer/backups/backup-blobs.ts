import { join } from 'node:path';
import type { Queryable } from '../../database/engine.ts';
import { copyObject, type ListedObject, type ObjectTarget } from '../../files/copy-object.ts';
import { type FileStore, objectName, partsOfName } from '../../files/file-store.ts';
import { firstOf, Refusal } from '../../refusal.ts';
import { accountsWithBlobs, countBlobs, readBlobs, type StoredBlob } from '../../store/files/stored-blobs.ts';
import { readTableNames } from '../../store/transfer/tables.ts';

/*
 * Blobs never change, so the backups of a folder share them: they lie in `files` beside the backups, under the names that
 * they have in the store. Each backup lists the blobs that it needs.
 */

/** A blob that a backup needs. An erased one was in the trash, and its bytes are gone. */
export interface BackupBlob extends ListedObject {
  readonly erased?: true;
}

/** The file of a backup with the list of its blobs, one a line. It comes before the tables. */
export const blobsFile = 'files/blobs.ndjson';

/** The folder with the blobs of the backups in a folder. */
export const blobFolderOf = (folder: string): string => join(folder, 'files');

/** The blobs of a backup in numbers. */
export interface BlobCounts {
  /** The blobs that the backup needs. */
  readonly count: number;
  readonly bytes: number;
  /** The blobs that the folder lacked. */
  readonly copied: number;
  /** The blobs whose bytes are erased. */
  readonly erased: number;
}

/** Copies the blobs of an installation to the folder of its backups. */
export class BlobCopies {
  readonly #from: FileStore;
  readonly #to: ObjectTarget;
  readonly #faults: string[] = [];
  #copied = 0;
  #listed = { count: 0, bytes: 0, erased: 0 };

  constructor(from: FileStore, to: ObjectTarget) {
    this.#from = from;
    this.#to = to;
  }

  /** The blobs of the last list, and all that were copied. */
  get counts(): BlobCounts {
    return { ...this.#listed, copied: this.#copied };
  }

  /**
   * Copies the blobs that the folder lacks. A backup does so before its snapshot, which then need not wait for bytes.
   * @throws {Refusal} `unavailable` with each blob that is damaged or lost.
   */
  async copy(engine: Queryable, tell: (done: number, total: number) => void): Promise<void> {
    let [done, total] = [0, 0];
    for (const accountId of await accountsOf(engine)) total += await countBlobs(engine, accountId);
    for await (const blobs of this.list(engine)) tell((done += blobs.length), Math.max(done, total));
  }

  /** Lists the blobs, some at a time. Each has been copied, or is erased. @throws {Refusal} as `copy`. */
  async *list(engine: Queryable): AsyncGenerator<readonly BackupBlob[]> {
    this.#listed = { count: 0, bytes: 0, erased: 0 };
    for (const accountId of await accountsOf(engine)) {
      for await (const blobs of readBlobs(engine, accountId)) {
        const listed: BackupBlob[] = [];
        for (const blob of blobs) listed.push(await this.#secure(accountId, blob));
        yield listed;
      }
    }
    if (this.#faults.length > 0) throw unsound(this.#faults);
  }

  async #secure(accountId: string, { sha256, size, isLive }: StoredBlob): Promise<BackupBlob> {
    const object = { name: objectName(accountId, sha256), size };
    const isThere = (await this.#to.store.size(object.name)) === size;
    const result = isThere ? 'present' : await copyObject(object, this.#from, this.#to);
    if (result === 'copied') this.#copied += 1;
    if (result === 'damaged' || (result === 'missing' && isLive)) this.#faults.push(`${object.name} is ${result}`);
    const isErased = result === 'missing';
    this.#listed.count += isErased ? 0 : 1;
    this.#listed.bytes += isErased ? 0 : size;
    this.#listed.erased += isErased ? 1 : 0;
    return isErased ? { ...object, erased: true } : object;
  }
}

/** The accounts with blobs. The databases of earlier versions have none. */
async function accountsOf(engine: Queryable): Promise<readonly string[]> {
  return (await readTableNames(engine)).includes('file_blobs') ? await accountsWithBlobs(engine) : [];
}

function unsound(faults: readonly string[]): Refusal {
  const what = faults.length === 1 ? 'The contents of a file are' : `The contents of ${faults.length} files are`;
  const way =
    'Put them back from the folder of an earlier backup, or delete these files in Plumbline and remove the damaged ones ' +
    'from the store';
  return new Refusal('unavailable', `${what} not whole: ${firstOf(faults)}. ${way}. There is no new backup.`);
}

/** A blob in a line of the list; null if the line is none. */
export function blobIn(line: string): BackupBlob | null {
  const { name, size, erased } = JSON.parse(line) as Readonly<Record<string, unknown>>;
  const isBlob = typeof name === 'string' && partsOfName(name) !== null && Number.isSafeInteger(size);
  return isBlob ? { name, size: size as number, ...(erased === true && { erased }) } : null;
}
