import { createHash } from 'node:crypto';
import { isFileName } from '../../domain/file-name.ts';
import type { Problem } from '../../refusal.ts';
import { fileOwners } from '../../resources/files.ts';
import type { ArrivingFile } from '../archives/read-archive.ts';
import { digestOfFile, type Manifest } from './archive-file.ts';
import type { ArchiveRow } from './parsed-row.ts';

/** The limit of different contents in an archive. Each takes some hundred bytes of memory. */
const mostBlobs = 1_000_000;

/** Judges the contents of files, and the rows that name them. */
export class BlobsJudge {
  /** The sizes that rows say, by the bytes of the SHA-256. */
  readonly #sizes = new Map<string, number>();
  readonly #quota: number | null;
  #last = '';
  #count = 0;
  #bytes = 0;

  /** @param quota the limit of bytes of all contents; null for none. */
  constructor(quota: number | null) {
    this.#quota = quota;
  }

  /** The problems of a row of a file whose values have their types. */
  rowProblems(row: ArchiveRow, pointer: string): Problem[] {
    const { kind, sha256, size, name } = row;
    const contents = [row['media_type'], sha256, size];
    const isLink = kind === 'link' && row['url'] !== null && contents.every((value) => value === null);
    const isStored = kind === 'file' && row['url'] === null && contents.every((value) => value !== null);
    return [
      ...(isLink || isStored ? [] : [problem(`${pointer}/kind`, 'not_allowed', 'must fit the contents of the row')]),
      ...(isFileName(String(name)) ? [] : [problem(`${pointer}/name`, 'not_allowed', 'must be the name of a file')]),
      ...(fileOwners.filter((owner) => row[owner] !== null).length === 1
        ? []
        : [problem(pointer, 'not_allowed', 'must belong to one record')]),
      ...(isStored ? this.#contentProblems(String(sha256), Number(size), pointer) : []),
    ];
  }

  #contentProblems(sha256: string, size: number, pointer: string): Problem[] {
    const key = keyOf(sha256);
    const known = this.#sizes.get(key);
    if (known !== undefined) {
      return known === size ? [] : [problem(`${pointer}/size`, 'not_allowed', 'must be that of the other files')];
    }
    this.#sizes.set(key, size);
    if (this.#sizes.size !== mostBlobs + 1) return [];
    return [problem(pointer, 'too_many', `must be one of at most ${mostBlobs} different contents`)];
  }

  /** Whether a row has more contents than memory has room for. */
  get isFull(): boolean {
    return this.#sizes.size > mostBlobs;
  }

  /** Judges contents while they are read. The rows come first, and contents in the order of their names. */
  async judge(file: ArrivingFile): Promise<Problem[]> {
    const pointer = `/${file.name}`;
    const sha256 = digestOfFile(file.name) ?? '';
    const size = this.#sizes.get(keyOf(sha256));
    if (sha256 === '' || size === undefined) return [problem(pointer, 'not_allowed', 'must be named by a file')];
    if (sha256 <= this.#last) return [problem(pointer, 'not_allowed', 'must come once, in the order of the names')];
    this.#last = sha256;
    if (size !== file.size) return [problem(pointer, 'not_allowed', `must have ${size} bytes`)];
    this.#count += 1;
    this.#bytes += size;
    if (this.#quota !== null && this.#bytes > this.#quota) {
      const message = `must keep the contents within ${this.#quota} bytes (FILES_QUOTA_BYTES)`;
      return [problem(pointer, 'too_many', message)];
    }
    const hash = createHash('sha256');
    for await (const piece of file.bytes) hash.update(piece);
    return hash.digest('hex') === sha256 ? [] : [problem(pointer, 'not_allowed', 'must have the bytes of its SHA-256')];
  }

  /** Whether the archive had the contents that its manifest counts. */
  isAsIn({ blobs }: Manifest): boolean {
    return this.#count === (blobs?.count ?? 0) && this.#bytes === (blobs?.bytes ?? 0);
  }
}

const problem = (pointer: string, code: Problem['code'], message: string): Problem => ({ pointer, code, message });

/** A text of 32 characters, which takes half the memory. */
const keyOf = (sha256: string): string => Buffer.from(sha256, 'hex').toString('latin1');
