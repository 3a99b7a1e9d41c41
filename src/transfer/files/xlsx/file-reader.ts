import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';
import type { FileBytes } from '../file-rows.ts';

/** The error of a file that cannot be read, whatever it holds. */
export class UnreadFile extends Error {}

/** Reads any range of a file, as a zip archive needs it: the list of its parts is at its end. */
export class FileReader extends RandomAccessReader {
  readonly #file: FileBytes;
  /** The bytes that were read last: the list of the parts comes in small ranges. */
  #held: { readonly start: number; readonly bytes: Uint8Array } = { start: 0, bytes: Buffer.alloc(0) };

  constructor(file: FileBytes) {
    super();
    this.#file = file;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#range(start, end), { objectMode: false });
  }

  async *#range(start: number, end: number): AsyncGenerator<Uint8Array> {
    const held = this.#held;
    if (held.start <= start && end <= held.start + held.bytes.length) {
      yield held.bytes.subarray(start - held.start, end - held.start);
      return;
    }
    let at = start;
    try {
      for await (const bytes of this.#file.read(start)) {
        this.#held = { start: at, bytes };
        yield bytes.subarray(0, end - at);
        at += bytes.length;
        if (at >= end) return;
      }
    } catch (cause) {
      throw new UnreadFile('The stored file cannot be read.', { cause });
    }
  }
}
