import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, stat, statfs, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder } from '../create-folder.ts';
import { Refusal } from '../refusal.ts';
import { diskRefusal, noRoom } from './disk-refusal.ts';

/** A file that has arrived. Its disposal removes the part, unless a store has taken it. */
export interface ReceivedFile extends AsyncDisposable {
  /** The path of the part. */
  readonly path: string;
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
  /** The first bytes, at most `headBytes`. */
  readonly head: Uint8Array;
}

/** The limits of a folder in which files arrive. */
export interface IncomingLimits {
  /** The limit of bytes of a file. */
  readonly most: number;
  /** The bytes that must stay free on the disk. */
  readonly reserve: number;
}

/** Enough to tell the type of a file. */
const headBytes = 64;

/** The number of bytes between two looks at the room on the disk. */
const lookEvery = 16 * 2 ** 20;

/** The folder in which uploads arrive. */
export class IncomingFiles {
  readonly #folder: string;
  readonly #limits: IncomingLimits;

  constructor(folder: string, limits: IncomingLimits) {
    this.#folder = folder;
    this.#limits = limits;
  }

  /**
   * Refuses a file by its announced size, before its first byte.
   * @throws {Refusal} `too_large`, or `unavailable` if the disk has no room for it.
   */
  async refuseUnfit(announced: number): Promise<void> {
    if (announced > this.#limits.most) throw this.#tooLarge();
    await this.#refusingDisk(async () => {
      await createFolder(this.#folder);
      await this.#refuseWithoutRoom(announced);
    });
  }

  /**
   * Writes a file to a part and hashes it while it arrives, so that it takes no memory. If that fails, nothing stays.
   * @throws {Refusal} `too_large`, or `unavailable` if the disk has no room.
   */
  async receive(bytes: AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
    const path = join(this.#folder, randomUUID());
    const part = await this.#refusingDisk(async () => {
      await createFolder(this.#folder);
      return await open(path, 'wx', 0o600);
    });
    try {
      return { path, ...(await this.#write(part, bytes)), [Symbol.asyncDispose]: () => removePart(path) };
    } catch (error) {
      await removePart(path);
      throw error;
    } finally {
      await part.close();
    }
  }

  /** Removes the parts that were last written before a time: a process that received them has died. */
  async removeAbandoned(before: Date): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const path of names.map((name) => join(this.#folder, name))) {
      const facts = await stat(path).catch(() => null);
      if (facts && facts.mtime < before) await removePart(path);
    }
  }

  async #write(part: FileHandle, bytes: AsyncIterable<Uint8Array>) {
    const hash = createHash('sha256');
    let [size, looked] = [0, 0];
    let head = Buffer.alloc(0);
    for await (const piece of bytes) {
      size += piece.length;
      if (size > this.#limits.most) throw this.#tooLarge();
      if (head.length < headBytes) head = Buffer.concat([head, piece.subarray(0, headBytes - head.length)]);
      hash.update(piece);
      await this.#refusingDisk(() => part.writeFile(piece));
      if (size - looked < lookEvery) continue;
      looked = size;
      await this.#refusingDisk(() => this.#refuseWithoutRoom(0));
    }
    return { size, sha256: hash.digest('hex'), head };
  }

  async #refuseWithoutRoom(needed: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder);
    if (bavail * bsize - needed < this.#limits.reserve) throw noRoom();
  }

  async #refusingDisk<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw diskRefusal(error, this.#folder);
    }
  }

  #tooLarge(): Refusal {
    const { most } = this.#limits;
    return new Refusal('too_large', `The file is larger than ${most} bytes, the limit of this service.`);
  }
}

/** A store may have taken the part. */
const removePart = (path: string): Promise<void> => unlink(path).catch(() => undefined);
