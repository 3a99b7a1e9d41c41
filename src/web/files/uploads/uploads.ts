import { newId } from '../../../client/new-id.ts';
import { Refused, Unreachable } from '../../../client/problem.ts';
import { files } from '../../../resources/files.ts';
import { announceNew } from '../../create/announce-new.ts';
import { guardLeave } from '../../data/guard-leave.ts';
import { sendFile } from '../../data/send-file.ts';
import { sharedValue, useShared } from '../../data/shared-value.ts';
import { reasonOf } from '../../parts/failure/failure.tsx';
import { inWords } from '../../parts/failure/refusal-words.ts';
import { toast } from '../../toasts/toasts.ts';
import { type FileOwner, type ListedFile, ownedBy } from '../file.ts';

/** The record that files are attached to. */
export interface UploadTarget {
  readonly owner: FileOwner;
  /** The name of the record. */
  readonly title: string;
}

/** A file on its way to the service. */
export interface Upload extends UploadTarget {
  /** Its idempotency key too: each attempt has the same. */
  readonly id: string;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'done' | 'failed';
  /** The share that is sent, from 0 to 1. */
  readonly share: number;
  /** Why it failed. */
  readonly fault: string | null;
  /** Whether another attempt can succeed. */
  readonly isRepeatable: boolean;
  /** Whether the connection was lost: the upload goes on once it is back. */
  readonly isLost: boolean;
}

const uploads = sharedValue<readonly Upload[]>([]);

export const useUploads = (): readonly Upload[] => useShared(uploads);

const mostAtOnce = 3;

const cancels = new Map<string, AbortController>();

const isUnderWay = ({ state }: Upload): boolean => state === 'waiting' || state === 'sending';

guardLeave(uploads, (all) => all.some(isUnderWay));

/** An upload that has not begun. */
const newUpload = (target: UploadTarget, file: File): Upload => ({
  ...target,
  id: newId(),
  file,
  state: 'waiting',
  share: 0,
  fault: null,
  isRepeatable: true,
  isLost: false,
});

/** Uploads files to a record, three at a time. They go on while the person moves between screens. */
export function upload(target: UploadTarget, given: readonly File[]): void {
  uploads.set([...uploads.get(), ...given.map((file) => newUpload(target, file))]);
  sendNext();
}

/** Shows a file that cannot be sent, with the reason. */
export function showUnsent(target: UploadTarget, file: File, fault: string): void {
  uploads.set([...uploads.get(), { ...newUpload(target, file), state: 'failed', fault, isRepeatable: false }]);
}

/** Ends an upload, or takes a failed one from the tray. */
export function cancelUpload(id: string): void {
  cancels.get(id)?.abort();
  uploads.set(uploads.get().filter((one) => one.id !== id));
  endBatch();
}

/** Sends a failed upload again, with the same idempotency key. */
export function tryAgain(id: string): void {
  change(id, { state: 'waiting', share: 0, fault: null, isLost: false });
  sendNext();
}

/** Sends the uploads again that lost their connection. */
export function sendLostAgain(): void {
  for (const { id, isLost } of uploads.get()) if (isLost) tryAgain(id);
}

function change(id: string, to: Partial<Upload>): void {
  uploads.set(uploads.get().map((one) => (one.id === id ? { ...one, ...to } : one)));
}

function sendNext(): void {
  const all = uploads.get();
  const free = mostAtOnce - all.filter(({ state }) => state === 'sending').length;
  const next = all.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free));
  for (const one of next) void send(one);
}

async function send({ id, file, owner }: Upload): Promise<void> {
  const cancel = new AbortController();
  cancels.set(id, cancel);
  change(id, { state: 'sending' });
  try {
    const onProgress = (share: number): void => change(id, { share });
    const path = `/files/upload?${new URLSearchParams({ ...ownedBy(owner), name: file.name }).toString()}`;
    const sent = { path, key: id, signal: cancel.signal, onProgress };
    const answer = await patiently(() => sendFile<{ readonly file: ListedFile }>(file, sent));
    change(id, { state: 'done', share: 1 });
    announceNew(files, answer.file.id);
  } catch (error) {
    if (!cancel.signal.aborted) change(id, { state: 'failed', ...failureOf(error) });
  } finally {
    cancels.delete(id);
    sendNext();
    endBatch();
  }
}

const mostAttempts = 4;

/** Sends again after the time that the service asks for. @throws what the last attempt throws. */
async function patiently<Made>(send: () => Promise<Made>): Promise<Made> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      const seconds = error instanceof Refused && error.status === 429 ? (error.retryAfter ?? attempt) : null;
      if (seconds === null || attempt === mostAttempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  }
}

/** Refusals that another attempt does not change. */
const finalStatuses: ReadonlySet<number> = new Set([400, 403, 413, 422]);

function failureOf(error: unknown): Pick<Upload, 'fault' | 'isRepeatable' | 'isLost'> {
  if (error instanceof Unreachable) {
    return { fault: 'The service does not answer.', isRepeatable: true, isLost: true };
  }
  const isRefused = error instanceof Refused;
  // The detail says whether the disk or the scan for viruses is the reason.
  const fault = isRefused && error.code === 'unavailable' ? inWords(error.problem.detail) : reasonOf(error);
  return { fault, isRepeatable: !(isRefused && finalStatuses.has(error.status)), isLost: false };
}

/** Once no upload is under way, a toast tells of those that are done, and the failed ones stay in the tray. */
function endBatch(): void {
  const all = uploads.get();
  if (all.some(isUnderWay)) return;
  const done = all.filter(({ state }) => state === 'done');
  const [first] = done;
  if (first) toast(saidOf(done, first));
  uploads.set(all.filter(({ state }) => state === 'failed'));
}

function saidOf(done: readonly Upload[], { file, title }: Upload): string {
  const isOne = new Set(done.map((one) => one.title)).size === 1;
  const subject = done.length === 1 ? `${file.name} is` : `${String(done.length)} files are`;
  return `${subject} attached${isOne ? ` to ${title}` : ''}.`;
}
