import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { Header } from 'tar';
import { Refusal } from '../../refusal.ts';

/** A file of a backup. */
export interface Entry {
  readonly name: string;
  readonly content: Buffer;
}

/**
 * Reads the files of a backup in order.
 * @param tell receives the number of compressed bytes read so far.
 * @throws {Refusal} `validation_failed` if the archive is damaged or does not end properly.
 */
export async function* readEntries(
  file: string,
  tell: (bytes: number) => void = () => undefined,
): AsyncGenerator<Entry> {
  await refuseOther(file);
  const source = createReadStream(file);
  const pieces = source.pipe(createGunzip());
  source.on('error', (error) => pieces.destroy(error));
  try {
    const bytes = new ByteReader(pieces);
    for (;;) {
      const header = new Header(await bytes.take(block));
      if (header.nullBlock) break;
      if (!header.cksumValid || header.path === undefined || header.size === undefined || header.size > mostBytes) {
        throw damaged(file);
      }
      const content = await bytes.take(header.size);
      await bytes.take((block - (header.size % block)) % block);
      tell(source.bytesRead);
      yield { name: header.path, content };
    }
    await bytes.finish();
  } catch (error) {
    throw isArchiveFault(error) ? damaged(file, error) : error;
  } finally {
    pieces.destroy();
    source.destroy();
  }
}

const block = 512;

/** A part ends after the row with which it passes a mebibyte, and a row has less than Postgres's gigabyte. */
const mostBytes = 2 ** 30;

async function refuseOther(file: string): Promise<void> {
  await using opened = await open(file, 'r');
  const { buffer, bytesRead } = await opened.read(Buffer.alloc(2), 0, 2, 0);
  if (bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b) return;
  throw new Refusal('validation_failed', `${file} is not a backup of "plumbline backup". Nothing was changed.`);
}

export const damaged = (file: string, cause?: unknown): Refusal =>
  new Refusal('validation_failed', `${file} is damaged or incomplete. Nothing was changed.`, { cause });

/** The end of the file came too early, or the decompression failed. */
class Truncated extends Error {}

const isArchiveFault = (error: unknown): boolean =>
  error instanceof Truncated || (error instanceof Error && 'code' in error && /^Z_/.test(String(error.code)));

/** Takes exact numbers of bytes from a stream. */
class ByteReader {
  readonly #pieces: AsyncIterator<Buffer>;
  #waiting: Buffer[] = [];
  #length = 0;

  constructor(pieces: AsyncIterable<Buffer>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  async take(length: number): Promise<Buffer> {
    while (this.#length < length) {
      const next = await this.#pieces.next();
      if (next.done === true) throw new Truncated();
      this.#waiting.push(next.value);
      this.#length += next.value.length;
    }
    const whole = this.#waiting.length === 1 ? (this.#waiting[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#waiting);
    this.#waiting = [whole.subarray(length)];
    this.#length = whole.length - length;
    return whole.subarray(0, length);
  }

  /** Reads to the end, so that the checksum of the compression is compared too. */
  async finish(): Promise<void> {
    while ((await this.#pieces.next()).done !== true);
  }
}
