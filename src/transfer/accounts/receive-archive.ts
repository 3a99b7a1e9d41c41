import { Refusal } from '../../refusal.ts';
import { Spool } from '../spool.ts';
import type { Manifest } from './archive-file.ts';
import { type ArchiveExpectations, judgeArchive } from './judge-archive.ts';

/** A received and judged archive in a temporary file. */
export interface ReceivedArchive extends AsyncDisposable {
  readonly bytes: () => AsyncIterable<Uint8Array>;
  readonly manifest: Manifest;
}

/** How messages name an archive that a client sends. */
export const receivedName = 'The file';

/** The limit of unpacked bytes, as a multiple of the limit of bytes that a client sends. */
const mostUnpacked = 20;

interface Receiving extends ArchiveExpectations {
  /** The limit of bytes that a client sends. */
  readonly most: number;
  readonly spoolFolder: string;
}

/**
 * Stores an archive while it arrives, and judges it meanwhile, so that an unfit one is refused early.
 * @throws {Refusal} `too_large`, `validation_failed` for an empty or unfit archive.
 */
export async function receiveArchive(
  bytes: AsyncIterable<Uint8Array>,
  { most, spoolFolder, ...expected }: Receiving,
): Promise<ReceivedArchive> {
  const spool = await Spool.open(spoolFolder);
  const close = (): Promise<void> => spool[Symbol.asyncDispose]();
  try {
    const arriving = { bytes: stored(bytes, spool, most), name: receivedName, most: most * mostUnpacked };
    const manifest = await judgeArchive(arriving, expected);
    return { bytes: () => spool.read(), manifest, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The bytes, which a file stores as they pass. */
async function* stored(bytes: AsyncIterable<Uint8Array>, spool: Spool, most: number): AsyncGenerator<Uint8Array> {
  for await (const part of bytes) {
    if (spool.size + part.length > most) throw tooLarge(most);
    await spool.append(part);
    yield part;
  }
  if (spool.size === 0) throw emptyArchive();
}

const tooLarge = (most: number): Refusal =>
  new Refusal('too_large', `The archive is larger than ${Math.floor(most / 2 ** 20)} MiB, the limit of this service.`);

/** The refusal of a request without an archive. */
export const emptyArchive = (): Refusal =>
  new Refusal('validation_failed', 'The archive is empty.', {
    problems: [{ pointer: '/file', code: 'required', message: 'must not be empty' }],
  });
