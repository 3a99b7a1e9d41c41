import { createHash } from 'node:crypto';
import type { Queryable } from '../../database/engine.ts';
import { type FileStore, objectName } from '../../files/file-store.ts';
import { firstOf, Refusal } from '../../refusal.ts';
import { readBlobs, type StoredBlob } from '../../store/files/stored-blobs.ts';
import type { ArchiveBlob } from '../archives/write-archive.ts';
import { blobFile } from './archive-file.ts';

/** The blobs of an account that its files have, those in the trash too. */
export async function namedBlobs(transaction: Queryable, accountId: string): Promise<StoredBlob[]> {
  const all: StoredBlob[] = [];
  for await (const blobs of readBlobs(transaction, accountId)) all.push(...blobs.filter(({ isNamed }) => isNamed));
  return all;
}

interface Archiving {
  readonly accountId: string;
  /** The limit of bytes of the archive; undefined for none. */
  readonly most: number | undefined;
  readonly gone: AbortSignal | undefined;
}

/** The contents of files that an archive takes. */
export class ArchivedBlobs {
  readonly #store: FileStore;
  readonly #archiving: Archiving;
  readonly #chosen: StoredBlob[] = [];

  constructor(store: FileStore, archiving: Archiving) {
    this.#store = store;
    this.#archiving = archiving;
  }

  get counts(): { count: number; bytes: number } {
    return { count: this.#chosen.length, bytes: this.#chosen.reduce((sum, { size }) => sum + size, 0) };
  }

  /**
   * Chooses the blobs that the store has. Those of the trash may be erased.
   * @throws {Refusal} `unavailable` with each blob that is lost; `conflict` if they exceed the limit.
   */
  async choose(blobs: readonly StoredBlob[]): Promise<void> {
    const faults: string[] = [];
    for (const blob of blobs) {
      const size = await this.#store.size(this.#nameOf(blob));
      if (size === blob.size) this.#chosen.push(blob);
      else if (size !== null || blob.isLive) faults.push(this.#nameOf(blob));
    }
    if (faults.length > 0) throw notWhole(faults);
    this.refuseLarge(this.counts.bytes);
  }

  /** The chosen blobs in the order of their names. @throws {Refusal} `unavailable` if one is damaged. */
  async *all(): AsyncGenerator<ArchiveBlob> {
    for (const blob of this.#chosen) {
      yield { name: blobFile(blob.sha256), size: blob.size, bytes: this.#bytesOf(blob) };
    }
  }

  /** @throws {Refusal} `conflict` if an archive has more bytes than the limit. */
  refuseLarge(bytes: number): void {
    const { most } = this.#archiving;
    if (most === undefined || bytes <= most) return;
    throw new Refusal(
      'conflict',
      `With the contents of files, the archive has more than ${most} bytes (IMPORT_MAX_BYTES). Ask the operator for ` +
        '"plumbline export", which has no limit, or leave the contents out with files=0.',
    );
  }

  async *#bytesOf(blob: StoredBlob): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    let size = 0;
    for await (const piece of this.#store.open(this.#nameOf(blob))) {
      this.#archiving.gone?.throwIfAborted();
      hash.update(piece);
      size += piece.length;
      yield piece;
    }
    if (size !== blob.size || hash.digest('hex') !== blob.sha256) throw notWhole([this.#nameOf(blob)]);
  }

  #nameOf({ sha256 }: StoredBlob): string {
    return objectName(this.#archiving.accountId, sha256);
  }
}

const notWhole = (names: readonly string[]): Refusal =>
  new Refusal(
    'unavailable',
    `Contents of files are lost or damaged: ${firstOf(names)}. The operator can put them back from a backup. Or leave ` +
      'contents out: files=0 over HTTP, --no-files on the command line.',
  );
