import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import { Refusal } from '../../../refusal.ts';
import { fileFault } from '../file-fault.ts';
import type { FileBytes } from '../file-rows.ts';
import { largePart, mostListedBytes, mostParts, mostRatio, mostUnpackedBytes } from '../limits.ts';
import { FileReader, UnreadFile } from './file-reader.ts';

/** The parts of a zip archive by name, in lower case. */
export interface Archive extends Disposable {
  readonly names: ReadonlySet<string>;
  /** The unpacked bytes of a part; null if there is none of this name. */
  part(name: string): AsyncIterable<Uint8Array> | null;
}

/** Opens a zip archive. It is read where it is stored, so nothing is copied. */
export async function openArchive(file: FileBytes): Promise<Archive> {
  const options = { autoClose: false };
  const zip = await undamaged(() => fromRandomAccessReaderPromise(new FileReader(file), file.size, options));
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
      [Symbol.dispose]: () => zip.close(),
    };
  } catch (error) {
    zip.close();
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
  if (error instanceof UnreadFile) return error.cause;
  if (error instanceof Refusal || !(error instanceof Error) || 'syscall' in error) return error;
  return fileFault(
    `The workbook is damaged and cannot be read (${error.message}). Open it in Excel and save it again.`,
    {},
    error,
  );
}

/** Opens the part when it is read, because nobody would catch an error of a stream that waits. */
async function* bytesOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  yield* (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>;
}

/** The library holds each part to its stated size, so checking what is stated is enough. */
async function checkedEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let [unpacked, listed] = [0, 0];
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize;
    listed += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (entries.size >= mostParts || listed > mostListedBytes) {
      throw fileFault('The workbook has more than 10,000 parts, or names of parts of more than 8 MiB.');
    }
    const isBomb = entry.uncompressedSize > largePart && entry.uncompressedSize > entry.compressedSize * mostRatio;
    if (unpacked > mostUnpackedBytes || isBomb) {
      throw fileFault('The workbook unpacks to more than the service reads (4 GiB). Save the sheet as CSV.');
    }
    if (entry.isEncrypted()) throw fileFault('The workbook is encrypted. Remove its password and save it again.');
    entries.set(entry.fileName.toLowerCase(), entry);
  }
  return entries;
}
