import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip, gzip, gzipSync } from 'node:zlib';
import { Header } from 'tar';
import type { Spool } from '../spool.ts';
import { type ArchiveManifest, type FileFacts, LineDigest } from './manifest.ts';
import { block, paddingOf } from './tar-bytes.ts';

/** An archive to write. */
export interface ArchiveContent<Manifest extends ArchiveManifest> {
  readonly manifestName: string;
  /** The manifest without its files. Each value that `atEnd` replaces is as long as it can become. */
  readonly draft: Omit<Manifest, 'files'>;
  /** The files in order. Their lines are read one file after the other. */
  readonly files: readonly { readonly name: string; readonly lines: () => Lines }[];
  /** Files of bytes, which come after these. The manifest does not name them. */
  readonly blobs?: AsyncIterable<ArchiveBlob>;
  /** The values of the manifest that are known at the end. @param bytes the size of the archive. */
  readonly atEnd?: (bytes: number) => Promise<Partial<Manifest>>;
}

/** A file of bytes, of exactly this size. */
export interface ArchiveBlob {
  readonly name: string;
  readonly size: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Lines, some at a time. */
export type Lines = AsyncIterable<readonly string[]> | Iterable<readonly string[]>;

/**
 * Writes an archive to an empty file. The manifest has the facts of all files, and a tar header the size of its file, so
 * the manifest and the headers of large files have room before what they describe, and are written after it. The room is
 * a member of the gzip stream that is stored as it is, so its length does not depend on its bytes.
 */
export async function writeArchive<Manifest extends ArchiveManifest>(
  file: Spool,
  { manifestName, draft, files, blobs, atEnd }: ArchiveContent<Manifest>,
): Promise<Manifest> {
  const time = new Date(draft.made_at);
  const longest = Object.fromEntries(files.map(({ name }) => [name, longestFacts]));
  const room = textOf({ ...draft, files: longest }).length;
  await file.append(stored(Buffer.alloc(block + room + paddingOf(room))));
  const facts: Record<string, FileFacts> = {};
  for (const { name, lines } of files) facts[name] = await writeFile(file, { name, lines: lines(), time });
  if (blobs) for await (const blob of blobs) await writeBlob(file, blob, time);
  await file.append(gzipSync(Buffer.alloc(2 * block)));
  const manifest = { ...draft, ...(await atEnd?.(file.size)), files: facts } as unknown as Manifest;
  const text = textOf(manifest);
  if (text.length > room) throw new Error(`${manifestName} is longer than its draft`);
  const content = Buffer.concat([text, Buffer.alloc(room - text.length, ' '), Buffer.alloc(paddingOf(room))]);
  await file.replace(0, stored(Buffer.concat([headerOf({ name: manifestName, size: room }, time), content])));
  return manifest;
}

const longestFacts: FileFacts = { rows: Number.MAX_SAFE_INTEGER, sha256: '0'.repeat(64) };

const textOf = (value: object): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

const compressed = promisify<Buffer, Buffer>(gzip);

const stored = (bytes: Buffer): Buffer => gzipSync(bytes, { level: 0 });

interface FileToWrite {
  readonly name: string;
  readonly lines: Lines;
  readonly time: Date;
}

async function writeFile(file: Spool, { name, lines, time }: FileToWrite): Promise<FileFacts> {
  const digest = new LineDigest();
  const pieces = bytesOf(lines, digest);
  const begun = await beginningOf(pieces);
  if (begun.length < smallBytes) {
    const head = headerOf({ name, size: begun.length }, time);
    await file.append(await compressed(Buffer.concat([head, begun, Buffer.alloc(paddingOf(begun.length))])));
    return digest.facts();
  }
  const at = file.size;
  await file.append(stored(Buffer.alloc(block)));
  let size = begun.length;
  async function* content(): AsyncGenerator<Uint8Array> {
    yield begun;
    for await (const bytes of pieces) {
      size += bytes.length;
      yield bytes;
    }
    yield Buffer.alloc(paddingOf(size));
  }
  await pipeline(Readable.from(content(), { objectMode: false }), createGzip(), async (packed) => {
    for await (const piece of packed) await file.append(piece as Buffer);
  });
  await file.replace(at, stored(headerOf({ name, size }, time)));
  return digest.facts();
}

/** Photos and PDFs are compressed already, so the bytes are stored as they are. */
async function writeBlob(file: Spool, { name, size, bytes }: ArchiveBlob, time: Date): Promise<void> {
  async function* content(): AsyncGenerator<Uint8Array> {
    yield headerOf({ name, size }, time);
    yield* bytes;
    yield Buffer.alloc(paddingOf(size));
  }
  await pipeline(Readable.from(content(), { objectMode: false }), createGzip({ level: 0 }), async (packed) => {
    for await (const piece of packed) await file.append(piece as Buffer);
  });
}

async function* bytesOf(lines: Lines, digest: LineDigest): AsyncGenerator<Buffer> {
  for await (const some of lines) yield digest.add(some);
}

/** A file that is smaller is compressed together with its header. */
const smallBytes = 64 * 1024;

async function beginningOf(pieces: AsyncIterator<Buffer>): Promise<Buffer> {
  const begun: Buffer[] = [];
  for (let size = 0; size < smallBytes; ) {
    const next = await pieces.next();
    if (next.done === true) break;
    begun.push(next.value);
    size += next.value.length;
  }
  return Buffer.concat(begun);
}

function headerOf({ name, size }: { readonly name: string; readonly size: number }, mtime: Date): Buffer {
  const head = Buffer.alloc(block);
  new Header({ path: name, mode: 0o600, size, mtime, type: 'File' }).encode(head);
  return head;
}
