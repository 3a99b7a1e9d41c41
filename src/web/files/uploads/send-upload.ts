import { problemOf, Refused, Unreachable } from '../../../client/problem.ts';
import { answerOf } from '../../data/answer-of.ts';
import { api, onSignedOut } from '../../data/api.ts';
import { type FileOwner, type ListedFile, ownedBy } from '../file.ts';

interface Sending {
  readonly owner: FileOwner;
  /** The service makes one file for a key, however often the contents are sent. */
  readonly key: string;
  readonly signal: AbortSignal;
  /** Called with the share of the contents that is sent, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Sends the contents of a file to the service. `fetch` does not tell how far it is.
 * @throws {Refused} @throws {Unreachable} if the connection fails. @throws `AbortError` after the signal.
 */
export async function sendUpload(file: File, { owner, key, signal, onProgress }: Sending): Promise<ListedFile> {
  signal.throwIfAborted();
  const request = new XMLHttpRequest();
  const query = new URLSearchParams({ ...ownedBy(owner), name: file.name });
  request.open('POST', `${api.baseUrl}/files/upload?${query.toString()}`);
  request.setRequestHeader('content-type', 'application/octet-stream');
  request.setRequestHeader('idempotency-key', key);
  request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
  const answer = await new Promise<Response>((resolve, reject) => {
    request.onload = () => resolve(answerOf(request));
    request.onerror = () => reject(new Unreachable('The service does not answer.'));
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
  if (answer.status === 401) for (const listener of onSignedOut) listener();
  if (!answer.ok) throw new Refused(await problemOf(answer), answer.headers);
  return ((await answer.json()) as { readonly file: ListedFile }).file;
}
