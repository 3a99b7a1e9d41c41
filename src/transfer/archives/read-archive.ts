import type { Gunzip } from 'node:zlib';
import type { Refusal } from '../../refusal.ts';
import { unfit } from '../unfit-file.ts';
import { type FileFacts, LineDigest, tableOf } from './manifest.ts';
import { block, ByteReader, decompressed, headerIn, isArchiveFault, paddingOf } from './tar-bytes.ts';

/** A file of an archive, while it arrives. */
export interface ArrivingFile {
  readonly name: string;
  /** The table whose rows it has; undefined if it has none. */
  readonly table: string | undefined;
  /** Its bytes, as its header says. */
  readonly size: number;
  /** Its lines, some at a time. They must be read to the end before the next file. */
  readonly lines: AsyncIterable<LineBatch>;
  /** Its bytes, in place of its lines. They too must be read to the end. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** The facts of what was read of it. The parts of a table count as one file. */
  readonly facts: () => FileFacts;
}

/** Lines of a file that follow each other. */
export interface LineBatch {
  /** The number of the first line, from 1. */
  readonly first: number;
  readonly texts: readonly string[];
}

/** An archive whose bytes arrive. */
export interface ArrivingArchive {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Its name in messages. */
  readonly name: string;
}

/** The limits of a kind of archives. */
export interface ArchiveLimits {
  /** The limit of unpacked bytes. */
  readonly unpacked: number;
  /** The limit of unpacked bytes for each packed byte, once an archive has unpacked to more than 64 MiB. */
  readonly ratio: number;
  /** The limit of bytes of a line. */
  readonly line: number;
  /** The lines that are read at a time. */
  readonly lines: number;
  /** The refusal of an archive that is cut off or damaged. */
  readonly notWhole: (archive: string, cause?: unknown) => Refusal;
}

/** The ratio of gzip counts from here on. */
const uncounted = 64 * 2 ** 20;

/** The bytes of lines that are read at a time. */
const mostBytes = 2 ** 20;

/**
 * Reads the files of an archive in order. Memory stays small, whatever the archive unpacks to.
 * @throws {Refusal} `validation_failed` if it is no archive, is cut off, or is larger than its limits.
 */
export async function* readArchive(archive: ArrivingArchive, limits: ArchiveLimits): AsyncGenerator<ArrivingFile> {
  const pieces = decompressed(archive.bytes);
  const digests = new Map<string, LineDigest>();
  try {
    const reader = new ByteReader(limited(pieces, archive.name, limits));
    for (;;) {
      const header = headerIn(await reader.take(block));
      if (header === null) break;
      const { path, size, type } = header;
      if (type === 'File' || type === 'OldFile') {
        const name = path.replace(/^\.\//, '');
        const table = tableOf(name);
        const digest = digests.get(table ?? name) ?? new LineDigest();
        digests.set(table ?? name, digest);
        yield arrivingFile(reader, { archive: archive.name, name, table, size, digest }, limits);
      } else if (type !== 'Directory') throw limits.notWhole(archive.name);
      await reader.take(paddingOf(size));
    }
    await reader.finish();
  } catch (error) {
    throw refusalOf(error, archive.name, limits);
  } finally {
    pieces.destroy();
  }
}

/** Reads a small file as text. */
export async function textOf(file: ArrivingFile): Promise<string> {
  const all: string[] = [];
  for await (const { texts } of file.lines) all.push(...texts);
  return all.join('\n');
}

async function* limited(pieces: Gunzip, archive: string, limits: ArchiveLimits): AsyncGenerator<Buffer> {
  const { unpacked, ratio } = limits;
  let size = 0;
  for await (const piece of pieces as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > unpacked) throw unfit(`${archive} unpacks to more than ${Math.floor(unpacked / 2 ** 20)} MiB.`);
    if (size > uncounted && size > pieces.bytesWritten * ratio) {
      throw unfit(`${archive} unpacks to more than ${ratio} times its size.`);
    }
    yield piece;
  }
}

interface FileHead extends Pick<ArrivingFile, 'name' | 'table' | 'size'> {
  readonly archive: string;
  readonly digest: LineDigest;
}

function arrivingFile(reader: ByteReader, head: FileHead, limits: ArchiveLimits): ArrivingFile {
  const { archive, name, table, size, digest } = head;
  async function* arriving(): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      const piece = await reader.takeSome(left);
      digest.hash(piece);
      left -= piece.length;
      yield piece;
    }
  }
  async function* lines(): AsyncGenerator<LineBatch> {
    try {
      for await (const texts of linesOf(arriving(), head, limits)) {
        yield { first: digest.rows + 1, texts };
        digest.rows += texts.length;
      }
    } catch (error) {
      throw refusalOf(error, archive, limits);
    }
  }
  async function* bytes(): AsyncGenerator<Buffer> {
    try {
      yield* arriving();
    } catch (error) {
      throw refusalOf(error, archive, limits);
    }
  }
  return { name, table, size, lines: lines(), bytes: bytes(), facts: () => digest.facts() };
}

/** The lines of a file. A line ends with a line feed alone: texts may have other line separators. */
async function* linesOf(
  pieces: AsyncIterable<Buffer>,
  { archive, name }: FileHead,
  limits: ArchiveLimits,
): AsyncGenerator<readonly string[]> {
  let begun: Buffer[] = [];
  let [texts, size, length, number] = [[] as string[], 0, 0, 1];
  for await (const piece of pieces) {
    let at = 0;
    for (let end = piece.indexOf(lineFeed); end >= 0; end = piece.indexOf(lineFeed, at)) {
      texts.push(length === 0 ? piece.toString('utf8', at, end) : joined(begun, piece.subarray(at, end)));
      [size, begun, length, at, number] = [size + length + end - at, [], 0, end + 1, number + 1];
      if (texts.length < limits.lines && size < mostBytes) continue;
      yield texts;
      [texts, size] = [[], 0];
    }
    begun.push(piece.subarray(at));
    length += piece.length - at;
    if (length > limits.line)
      throw unfit(`${archive}: ${name}, line ${number} is longer than ${limits.line / 2 ** 20} MiB.`);
  }
  if (length > 0) texts.push(joined(begun));
  if (texts.length > 0) yield texts;
}

const joined = (begun: readonly Buffer[], end?: Buffer): string =>
  Buffer.concat(end ? [...begun, end] : begun).toString();

const lineFeed = 10;

const refusalOf = (error: unknown, archive: string, { notWhole }: ArchiveLimits): unknown =>
  isArchiveFault(error) ? notWhole(archive, error) : error;
