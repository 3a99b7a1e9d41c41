import { createHash, randomUUID } from 'node:crypto';
import type { Engine } from '../../database/engine.ts';
import { Refusal } from '../../refusal.ts';
import { refuseHeld } from '../../store/access/held-accounts.ts';
import {
  deleteAbandonedFiles,
  deleteFile,
  type FileOf,
  insertChunk,
  readChunk,
} from '../../store/imports/import-files.ts';
import type { FileBytes } from '../files/file-rows.ts';

/** The size of the parts in which a file is stored, in bytes. */
const chunkBytes = 256 * 1024;

/** The time after which a file that became no import is deleted, in milliseconds. */
const abandonedAfter = 24 * 60 * 60 * 1000;

/** A received file. */
export interface ReceivedFile {
  readonly fileId: string;
  readonly size: number;
  /** SHA-256 of the bytes. */
  readonly digest: Uint8Array;
}

/**
 * Stores a file part by part while it arrives, so that it takes no memory. If the transfer fails, nothing of it stays.
 * @param most the limit of bytes. @throws {Refusal} `too_large`
 */
export async function receiveFile(
  engine: Engine,
  { accountId, now, most }: { readonly accountId: string; readonly now: Date; readonly most: number },
  bytes: AsyncIterable<Uint8Array>,
): Promise<ReceivedFile> {
  await deleteAbandonedFiles(engine, accountId, new Date(now.getTime() - abandonedAfter));
  const file = { accountId, fileId: randomUUID() };
  const hash = createHash('sha256');
  let [size, number] = [0, 0];
  try {
    for await (const chunk of inChunks(bytes)) {
      size += chunk.length;
      if (size > most) throw tooLarge(most);
      hash.update(chunk);
      await insertChunk(engine, file, { number, bytes: chunk, now });
      // The part may have waited for a restore, so it is stored first and deleted with the file.
      refuseHeld(engine, accountId);
      number += 1;
    }
    return { fileId: file.fileId, size, digest: hash.digest() };
  } catch (error) {
    await deleteFile(engine, file);
    throw error;
  }
}

const tooLarge = (most: number): Refusal =>
  new Refusal('too_large', `The file is larger than ${Math.floor(most / 2 ** 20)} MiB, the limit of this service.`);

/** Joins and splits parts of any size into parts of one size. */
async function* inChunks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const part of bytes) {
    for (let at = 0; at < part.length; ) {
      const piece = part.subarray(at, at + chunkBytes - length);
      held.push(piece);
      length += piece.length;
      at += piece.length;
      if (length < chunkBytes) continue;
      yield Buffer.concat(held);
      [held, length] = [[], 0];
    }
  }
  if (length > 0) yield Buffer.concat(held);
}

/** Deletes a received file that becomes no import. */
export const discardFile = (engine: Engine, accountId: string, fileId: string): Promise<unknown> =>
  deleteFile(engine, { accountId, fileId });

/** The bytes of a stored file. Each part is one statement, so that no request waits for long. */
export const storedFile = (engine: Engine, file: FileOf, size: number): FileBytes => ({
  size,
  async *read(start = 0) {
    let skipped = start % chunkBytes;
    for (let number = Math.floor(start / chunkBytes); ; number += 1) {
      const chunk = await readChunk(engine, file, number);
      if (!chunk) return;
      yield chunk.subarray(skipped);
      skipped = 0;
    }
  },
});
