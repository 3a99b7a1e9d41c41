import { randomBytes } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder } from '../create-folder.ts';
import { Refusal } from '../refusal.ts';
import { isFullDisk } from './full-disk.ts';

/** The folder of the temporary files of a data folder. */
export const spoolFolderOf = (dataDirectory: string): string => join(dataDirectory, 'spool');

/** A new file that grows at its end. Only this user can read it. */
export class Spool implements AsyncDisposable {
  readonly #file: FileHandle;
  #size = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /**
   * Opens a temporary file without a name: its folder forgets it at once, so its bytes are gone when it is closed, and
   * also when the process is killed.
   */
  static async open(folder: string): Promise<Spool> {
    await createFolder(folder);
    const path = join(folder, `.plumbline-${randomBytes(12).toString('hex')}`);
    const spool = await Spool.create(path);
    await unlink(path);
    return spool;
  }

  /** Creates a file that keeps its name. */
  static async create(path: string): Promise<Spool> {
    return new Spool(await open(path, 'wx+', 0o600));
  }

  /** The number of bytes. */
  get size(): number {
    return this.#size;
  }

  /** @throws {Refusal} `unavailable` if the disk is full. */
  async append(bytes: Uint8Array): Promise<void> {
    await refusingFullDisk(() => this.#file.writeFile(bytes));
    this.#size += bytes.length;
  }

  /** Writes other bytes in the place of as many. A disk may need more room for them. @throws {Refusal} as `append`. */
  async replace(at: number, bytes: Uint8Array): Promise<void> {
    await refusingFullDisk(async () => {
      for (let done = 0; done < bytes.length; ) {
        done += (await this.#file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
      }
    });
  }

  /** Resolves when all of the file is on the disk. @throws {Refusal} as `append`. */
  async sync(): Promise<void> {
    await refusingFullDisk(() => this.#file.sync());
  }

  /** Reads all bytes. */
  async *read(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < this.#size; ) {
      const most = Math.min(mostAtOnce, this.#size - at);
      const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(most), 0, most, at);
      if (bytesRead === 0) throw new Error('a temporary file has lost bytes');
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close().catch(() => undefined);
  }
}

async function refusingFullDisk(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (cause) {
    if (!isFullDisk(cause)) throw cause;
    throw new Refusal('unavailable', 'The disk of the service has no room for the file.', { cause });
  }
}

const mostAtOnce = 64 * 1024;
