import { setTimeout as pause } from 'node:timers/promises';
import { mediaTypeOf } from '../../domain/media-type.ts';
import { type FileStore, objectName } from '../../files/file-store.ts';
import type { ReceivedFile } from '../../files/incoming-files.ts';
import type { Files } from '../../files/open-files.ts';
import type { ScanResult } from '../../files/scan-file.ts';
import { Refusal } from '../../refusal.ts';
import { resourceOf } from '../../resources/index.ts';
import { refuseHeld } from '../../store/access/held-accounts.ts';
import { type BlobClaim, type BlobName, claimBlob, keepBlob, markUnused } from '../../store/files/file-blobs.ts';
import { change } from '../changing/change.ts';
import { answerRowOf, beginSession } from '../changing/change-session.ts';
import type { Item } from '../changing/change-set.ts';
import { judgeRecords } from '../changing/judge-records.ts';
import { withFreshDirectory } from '../fresh-directory.ts';
import type { ChangeContext, KeyedContext, StoreContext } from '../request-context.ts';
import { eraseMarked } from './erase-contents.ts';
import type { ChangeOutcome, RenderedRecord } from '../results.ts';

const creation = { resource: resourceOf('files'), action: 'create' } as const;

/** A file that has arrived, and the record that it gets. */
export interface NewFile {
  readonly item: Item;
  readonly name: string;
  readonly received: ReceivedFile;
}

/**
 * Judges a file before its contents arrive. A request whose idempotency key has an answer is judged by that.
 * @throws {Refusal} as the creation would.
 */
export async function judgeNewFile(context: KeyedContext & StoreContext, item: Item): Promise<void> {
  const items = [withContents(item, { media_type: '', size: 0, sha256: '' })];
  await withFreshDirectory(context, (fresh) =>
    fresh.store.engine.transaction(async (transaction) => {
      const session = await beginSession(transaction, fresh, { ...creation, items, newIds: 0 });
      if (!answerRowOf(fresh, session.prefetched.storedAnswers)) await judgeRecords(session);
    }),
  );
}

/** What the service itself knows of the contents. */
interface Contents {
  readonly media_type: string;
  readonly size: number;
  readonly sha256: string;
}

const withContents = (item: Item, contents: Contents): Item => ({
  ...item,
  input: { ...item.input, kind: 'file', ...contents },
});

/**
 * Makes the record of a file that has arrived. First a short transaction claims the blob, then the store takes the bytes,
 * then the record is created. So every record has its bytes, and no transaction waits for the store.
 * @throws {Refusal} `validation_failed` for an empty file or by the scan, `conflict` beyond the quota, `unavailable`.
 */
export async function attachFile(
  context: ChangeContext<RenderedRecord>,
  { store, scan, quota }: Files,
  { item, name, received }: NewFile,
): Promise<ChangeOutcome<RenderedRecord>> {
  const { path, size, sha256, head } = received;
  if (size === 0) throw emptyFile();
  if (scan) await refuseScanned(() => scan(path));
  const blob = { accountId: context.actor.accountId, sha256 };
  const object = objectName(blob.accountId, sha256);
  const claim = await claimInTime(context, blob, { size, quota });
  try {
    if ((await store.size(object)) !== size) await store.put(path, object, size);
    const media_type = mediaTypeOf(head, name);
    return await change(context, { ...creation, item: withContents(item, { media_type, size, sha256 }) });
  } catch (error) {
    // Any other error may have come after the commit of the record.
    if (error instanceof Refusal && claim.isNew) await release(context, store, { blob, claim });
    throw error;
  }
}

/** The refusal of a file without a byte. */
export const emptyFile = (): Refusal =>
  new Refusal('validation_failed', 'The file is empty.', {
    problems: [{ pointer: '/file', code: 'required', message: 'must not be empty' }],
  });

/** @throws {Refusal} `validation_failed` for an infected file, `unavailable` if the scan fails. */
async function refuseScanned(scan: () => Promise<ScanResult>): Promise<void> {
  const result = await scan();
  if (result.state === 'failed') {
    const cause = new Error(`the scan of FILE_SCAN_COMMAND failed: ${result.reason}`);
    throw new Refusal('unavailable', 'The scan for viruses failed, so no file is taken. Tell the operator.', { cause });
  }
  if (result.state === 'clean') return;
  throw new Refusal('validation_failed', 'The scan for viruses refuses the file.', {
    problems: [{ pointer: '/file', code: 'not_allowed', message: 'must pass the scan for viruses' }],
  });
}

type Claimed = Extract<BlobClaim, { readonly state: 'claimed' }>;

/** The time that an upload waits for the erasure of the same bytes, and between two looks, in milliseconds. */
const [longestWait, lookEvery] = [5000, 100];

/** Claims a blob. Waits while it is under erasure. */
async function claimInTime(
  context: StoreContext,
  blob: BlobName,
  asked: { readonly size: number; readonly quota: number | null },
): Promise<Claimed> {
  const { engine } = context.store;
  for (let waited = 0; ; waited += lookEvery) {
    const claim = await engine.transaction(async (transaction) => {
      refuseHeld(engine, blob.accountId);
      return await claimBlob(transaction, blob, { ...asked, now: context.at });
    });
    if (claim.state === 'claimed') return claim;
    if (claim.state === 'full') throw beyondQuota(claim.bytes, asked);
    if (waited >= longestWait) {
      throw new Refusal('unavailable', 'A deleted file with the same bytes is just being erased. Try again.');
    }
    await pause(lookEvery);
  }
}

function beyondQuota(
  bytes: number,
  { size, quota }: { readonly size: number; readonly quota: number | null },
): Refusal {
  const usage = `The files of the account have ${bytes} of at most ${String(quota)} bytes, and this one has ${size}`;
  const way = 'The contents of deleted files count until they are erased';
  return new Refusal('conflict', `${usage}. ${way}: an operator can raise FILES_QUOTA_BYTES.`);
}

/** Erases the blob of a refused upload, unless another upload needs it. */
async function release(
  { store: { engine }, at: now }: StoreContext,
  store: FileStore,
  { blob, claim: { touchedAt } }: { readonly blob: BlobName; readonly claim: Claimed },
): Promise<void> {
  const marked = await engine.transaction((transaction) => markUnused(transaction, blob, { touchedAt, now }));
  if (!marked) return;
  try {
    await eraseMarked(engine, store, marked);
  } catch {
    // The store does not answer. The blob stays for the collector, and the next upload of the same bytes may use it.
    await engine.transaction((transaction) => keepBlob(transaction, marked));
  }
}
