import { Readable, pipeline } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';
import { Header } from 'tar';

/** The size of a block of a tar archive, in bytes. */
export const block = 512;

/** The zeros between a file and the next block. */
export const paddingOf = (size: number): number => (block - (size % block)) % block;

/** The archive is cut off, or one of its headers is damaged. */
class ArchiveFault extends Error {}

/** The header of a file in a tar archive. */
export interface TarHeader {
  readonly path: string;
  readonly size: number;
  readonly type: Header['type'];
}

/** The header in a block; null at the end of the archive. @throws an archive fault if it is damaged. */
export function headerIn(bytes: Buffer): TarHeader | null {
  const { nullBlock, cksumValid, path, size, type } = parsedHeader(bytes);
  if (nullBlock) return null;
  if (!cksumValid || path === undefined || size === undefined) throw new ArchiveFault('a header is damaged');
  return { path, size, type };
}

/** A number that is negative or too large is an error of the parser. */
function parsedHeader(bytes: Buffer): Header {
  try {
    return new Header(bytes);
  } catch (cause) {
    throw new ArchiveFault('a header cannot be read', { cause });
  }
}

/** Whether an error says that an archive is cut off or damaged. */
export const isArchiveFault = (error: unknown): boolean =>
  error instanceof ArchiveFault || (error instanceof Error && 'code' in error && /^Z_/.test(String(error.code)));

/** Decompresses bytes. An error of the source is an error of the result. */
export function decompressed(bytes: AsyncIterable<Uint8Array>): Gunzip {
  const gunzip = createGunzip();
  // The reader of the result gets the error.
  pipeline(Readable.from(bytes, { objectMode: false }), gunzip, () => undefined);
  return gunzip;
}

/** Takes exact numbers of bytes from a stream. */
export class ByteReader {
  readonly #pieces: AsyncIterator<Buffer>;
  #waiting: Buffer[] = [];
  #length = 0;

  constructor(pieces: AsyncIterable<Buffer>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  async take(length: number): Promise<Buffer> {
    while (this.#length < length) await this.#more();
    const whole = this.#waiting.length === 1 ? (this.#waiting[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#waiting);
    this.#waiting = [whole.subarray(length)];
    this.#length = whole.length - length;
    return whole.subarray(0, length);
  }

  /** Takes what has arrived, at least one byte and at most so many. */
  async takeSome(most: number): Promise<Buffer> {
    while (this.#length === 0) await this.#more();
    return await this.take(Math.min(most, this.#length));
  }

  /** Reads to the end, so that the checksum of the compression is compared too. */
  async finish(): Promise<void> {
    while ((await this.#pieces.next()).done !== true);
  }

  async #more(): Promise<void> {
    const next = await this.#pieces.next();
    if (next.done === true) throw new ArchiveFault('the archive is cut off');
    this.#waiting.push(next.value);
    this.#length += next.value.length;
  }
}
