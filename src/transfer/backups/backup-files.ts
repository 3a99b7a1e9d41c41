import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Refusal } from '../../refusal.ts';
import { type ArrivingFile, readArchive } from '../archives/read-archive.ts';
import { unfit } from '../unfit-file.ts';

/**
 * Reads the files of a backup in order.
 * @param tell receives the number of compressed bytes read so far.
 * @throws {Refusal} `validation_failed` if the archive is damaged or does not end properly.
 */
export async function* filesOfBackup(
  path: string,
  tell: (bytes: number) => void = () => undefined,
): AsyncGenerator<ArrivingFile> {
  await refuseOther(path);
  async function* bytes(): AsyncGenerator<Uint8Array> {
    const source = createReadStream(path);
    for await (const piece of source) {
      yield piece as Uint8Array;
      tell(source.bytesRead);
    }
  }
  yield* readArchive({ bytes: bytes(), name: path }, limits);
}

export const damaged = (path: string, cause?: unknown): Refusal => unfit(`${path} is damaged or incomplete.`, cause);

/** A backup comes from the user of the service, so only what a string can have is a limit. */
const limits = { unpacked: Infinity, ratio: Infinity, line: 2 ** 29, lines: Infinity, notWhole: damaged };

async function refuseOther(path: string): Promise<void> {
  await using opened = await open(path, 'r');
  const { buffer, bytesRead } = await opened.read(Buffer.alloc(2), 0, 2, 0);
  if (bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b) return;
  throw unfit(`${path} is not a backup of "plumbline backup".`);
}
