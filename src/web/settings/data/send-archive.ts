import { answerOf } from '../../data/answer-of.ts';
import { problemOf, Refused, Unreachable } from '../../../client/problem.ts';
import { api, onSignedOut } from '../../data/api.ts';

/** An account that was restored from an archive. */
export interface ArchiveRestore {
  readonly from: { readonly name: string };
  readonly rows: Readonly<Record<string, number>>;
  readonly admin: { readonly name: string | null; readonly email: string } | null;
  readonly password_link: { readonly url: string } | null;
}

/** How far the upload is, then the restore: from 0 to 1. */
export interface ArchiveProgress {
  readonly name: 'upload' | 'restore';
  readonly share: number;
}

/** A line of the service's answer: it has one of these keys. */
interface RestoreLine {
  readonly progress?: { readonly done: number; readonly total: number };
  readonly restored?: ArchiveRestore;
  readonly problem?: { readonly detail: string };
}

/** A restore failed after it had begun, and changed nothing. */
export class RestoreFailed extends Error {}

/**
 * Sends an archive, which the service restores while it tells how far it is.
 * @throws {Refused} if the archive or the account is unfit. @throws {RestoreFailed} @throws {Unreachable}
 */
export async function sendArchive(file: File, onStage: (stage: ArchiveProgress) => void): Promise<ArchiveRestore> {
  const request = new XMLHttpRequest();
  request.open('POST', `${api.baseUrl}/account/archive`);
  request.setRequestHeader('content-type', 'application/octet-stream');
  request.upload.onprogress = ({ loaded, total }) =>
    onStage({ name: 'upload', share: total === 0 ? 1 : loaded / total });
  request.onprogress = () => {
    const progress = linesIn(request).findLast((line) => line.progress)?.progress;
    if (progress) onStage({ name: 'restore', share: progress.done / Math.max(1, progress.total) });
  };
  await new Promise<void>((resolve, reject) => {
    request.onload = () => resolve();
    request.onerror = () => reject(new Unreachable('The service does not answer.'));
    request.send(file);
  });
  if (request.status === 401) for (const listener of onSignedOut) listener();
  if (request.status !== 200) throw await refusalOf(request);
  const last = linesIn(request).at(-1);
  if (last?.restored) return last.restored;
  throw new RestoreFailed(last?.problem?.detail ?? 'The answer broke off.');
}

/** The whole lines that have arrived. */
const linesIn = ({ responseText, status }: XMLHttpRequest): readonly RestoreLine[] =>
  status === 200
    ? responseText
        .split('\n')
        .slice(0, -1)
        .map((text) => JSON.parse(text) as RestoreLine)
    : [];

async function refusalOf(request: XMLHttpRequest): Promise<Refused> {
  const answer = answerOf(request);
  // The detail says it all. The faults repeat it for programs.
  return new Refused({ ...(await problemOf(answer)), errors: [] }, answer.headers);
}
