import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Refusal } from '../../refusal.ts';

/** A received archive in the system's temporary folder. */
export interface ReceivedArchive extends AsyncDisposable {
  readonly file: string;
}

/**
 * Stores an archive while it arrives. The file's name is the one that messages tell.
 * @param most the limit of bytes. @throws {Refusal} `too_large`, `validation_failed` for an empty file.
 */
export async function receiveArchive(bytes: AsyncIterable<Uint8Array>, most: number): Promise<ReceivedArchive> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-import-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 10 });
  const file = join(folder, 'archive.tar.gz');
  try {
    await pipeline(limited(bytes, most), createWriteStream(file, { flags: 'wx' }));
    return { file, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function* limited(bytes: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const part of bytes) {
    size += part.length;
    if (size > most) throw tooLarge(most);
    yield part;
  }
  if (size === 0) throw emptyArchive();
}

const tooLarge = (most: number): Refusal =>
  new Refusal('too_large', `The archive is larger than ${Math.floor(most / 2 ** 20)} MiB, the limit of this service.`);

/** The refusal of a request without an archive. */
export const emptyArchive = (): Refusal =>
  new Refusal('validation_failed', 'The archive is empty.', {
    problems: [{ pointer: '/file', code: 'required', message: 'must not be empty' }],
  });
