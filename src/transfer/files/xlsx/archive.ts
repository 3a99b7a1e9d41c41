import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { Refusal } from '../../../refusal.ts';
import { fileFault } from '../file-fault.ts';
import type { FileBytes } from '../file-rows.ts';
import { largePart, mostParts, mostRatio, mostUnpackedBytes } from '../limits.ts';

/** The parts of a zip archive by name, in lower case. */
export interface Archive extends AsyncDisposable {
  readonly names: ReadonlySet<string>;
  /** The unpacked bytes of a part; null if there is none of this name. */
  part(name: string): AsyncIterable<Uint8Array> | null;
}

/**
 * Opens a zip archive. A zip archive lists its parts at its end, so the file is first copied to a temporary file, which
 * disposal removes.
 */
export async function openArchive(file: FileBytes): Promise<Archive> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-import-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    const path = join(folder, 'file.zip');
    await pipeline(Readable.from(file.read()), createWriteStream(path, { mode: 0o600 }));
    const zip = await undamaged(() => openPromise(path, { autoClose: false }));
    // Where the system lets it, the open file loses its name now: a process that dies leaves nothing behind.
    await remove().catch(() => undefined);
    return await archiveOf(zip, remove);
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Runs work that reads a workbook. An error of its content becomes a refusal; one of the system stays. */
export async function undamaged<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw asFault(error);
  }
}

/** The refusal for an error that the content of a workbook caused; other errors as they are. */
export function asFault(error: unknown): unknown {
  if (error instanceof Refusal || !(error instanceof Error) || 'syscall' in error) return error;
  return fileFault(
    `The workbook is damaged and cannot be read (${error.message}). Open it in Excel and save it again.`,
    {},
    error,
  );
}

async function archiveOf(zip: ZipFile, remove: () => Promise<void>): Promise<Archive> {
  const close = async (): Promise<void> => {
    zip.close();
    await remove();
  };
  // An error of the file reaches those who read it; one while it is closed has no other listener.
  zip.on('error', () => undefined);
  try {
    const entries = await undamaged(() => checkedEntries(zip));
    return {
      names: new Set(entries.keys()),
      part: (name) => {
        const entry = entries.get(name.toLowerCase());
        return entry === undefined ? null : bytesOf(zip, entry);
      },
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens the part when it is read, because nobody would catch an error of a stream that waits. */
async function* bytesOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  yield* (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>;
}

/** The library holds each part to its stated size, so checking what is stated is enough. */
async function checkedEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize;
    const isBomb = entry.uncompressedSize > largePart && entry.uncompressedSize > entry.compressedSize * mostRatio;
    if (unpacked > mostUnpackedBytes || isBomb || entries.size >= mostParts) {
      throw fileFault('The workbook unpacks to more than the service reads (4 GiB). Save the sheet as CSV.');
    }
    if (entry.isEncrypted()) throw fileFault('The workbook is encrypted. Remove its password and save it again.');
    entries.set(entry.fileName.toLowerCase(), entry);
  }
  return entries;
}
