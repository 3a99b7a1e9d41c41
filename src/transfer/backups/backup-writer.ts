import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import { Header } from 'tar';

/** Writes the files of a backup, one after another, into one compressed tar archive that only this user can read. */
export class BackupWriter implements AsyncDisposable {
  readonly #gzip: Gzip;
  readonly #output: WriteStream;
  readonly #written: Promise<void>;
  readonly #time: Date;

  /** @param path a new file. @param time of all files in the archive. */
  constructor(path: string, time: Date) {
    this.#time = time;
    this.#gzip = createGzip();
    this.#output = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
    this.#written = finished(this.#output);
    this.#written.catch((error: unknown) => this.#gzip.destroy(error as Error));
    // Callers await the output alone, so a failure of the compression must end it.
    this.#gzip.on('error', (error) => this.#output.destroy(error));
    this.#gzip.pipe(this.#output);
  }

  /** @param name at most 100 bytes. */
  async add(name: string, content: Buffer): Promise<void> {
    const header = new Header({ path: name, mode: 0o600, size: content.length, mtime: this.#time, type: 'File' });
    const head = Buffer.alloc(block);
    header.encode(head);
    await this.#write(Buffer.concat([head, content, padding(content.length)]));
  }

  /** Resolves when all of the archive is on the disk. */
  async finish(): Promise<void> {
    this.#gzip.end(Buffer.alloc(2 * block));
    await this.#written;
  }

  /** Gives an unfinished file up. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#output.closed) this.#output.destroy();
    this.#gzip.destroy();
    await this.#written.catch(() => undefined);
  }

  async #write(bytes: Buffer): Promise<void> {
    if (this.#gzip.destroyed) await this.#written;
    if (this.#gzip.write(bytes)) return;
    await Promise.race([once(this.#gzip, 'drain'), this.#written]);
  }
}

const block = 512;

const padding = (length: number): Buffer => Buffer.alloc((block - (length % block)) % block);
