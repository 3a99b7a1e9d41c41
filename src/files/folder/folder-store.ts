import { createReadStream } from 'node:fs';
import { open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFolder } from '../../create-folder.ts';
import { diskRefusal } from '../disk-refusal.ts';
import { type ByteRange, type FileStore, partsOfName, type StoredObject } from '../file-store.ts';
import { syncFolder } from './sync-folder.ts';

/** A store in a folder of this machine, or of a disk that several machines share. */
export class FolderStore implements FileStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Moves the file, which must lie on the same disk. */
  async put(path: string, name: string): Promise<void> {
    const target = this.#pathOf(name);
    try {
      const folder = dirname(target);
      await createFolder(folder);
      await syncFile(path);
      await rename(path, target);
      // Another upload may just have created any of these, so that their names are not on the disk yet.
      for (const above of [folder, dirname(folder), this.#folder, dirname(this.#folder)]) await syncFolder(above);
    } catch (error) {
      throw diskRefusal(error, this.#folder);
    }
  }

  async *open(name: string, range: Partial<ByteRange> = {}): AsyncGenerator<Uint8Array> {
    yield* createReadStream(this.#pathOf(name), range) as AsyncIterable<Uint8Array>;
  }

  async size(name: string): Promise<number | null> {
    return (await found(stat(this.#pathOf(name))))?.size ?? null;
  }

  async remove(name: string): Promise<void> {
    await found(unlink(this.#pathOf(name)));
  }

  async *list(): AsyncGenerator<StoredObject> {
    for (const account of await namesIn(this.#folder)) {
      if (!/^\d+$/.test(account)) continue;
      for (const digits of await namesIn(join(this.#folder, account))) {
        for (const sha256 of await namesIn(join(this.#folder, account, digits))) {
          const name = `${account}/${digits}/${sha256}`;
          const facts = partsOfName(name) && (await found(stat(this.#pathOf(name))));
          if (facts) yield { name, size: facts.size, modifiedAt: facts.mtime };
        }
      }
    }
  }

  #pathOf(name: string): string {
    return join(this.#folder, ...name.split('/'));
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The result of an operation; undefined if there is no such file. */
async function found<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

const namesIn = async (folder: string): Promise<string[]> => (await found(readdir(folder))) ?? [];
