import { problemOf, Refused, Unreachable } from '../../client/problem.ts';
import { answerOf } from './answer-of.ts';
import { api, onSignedOut } from './api.ts';

/** A request whose body is a file. */
interface FileRequest {
  /** The path of the operation, with its query. */
  readonly path: string;
  /** The headers besides those of the type and the key. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The idempotency key: the service makes one record for it, however often the file is sent. */
  readonly key: string;
  readonly signal: AbortSignal;
  /** Called with the share of the file that is sent, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Posts a file to the service and returns the body of the response. `fetch` reports no progress of a request.
 * @throws {Refused} @throws {Unreachable} if the connection fails. @throws `AbortError` after the signal.
 */
export async function sendFile<Body>(
  file: File,
  { path, headers, key, signal, onProgress }: FileRequest,
): Promise<Body> {
  signal.throwIfAborted();
  const request = new XMLHttpRequest();
  request.open('POST', `${api.baseUrl}${path}`);
  const all = { 'content-type': 'application/octet-stream', 'idempotency-key': key, ...headers };
  for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value);
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
  return (await answer.json()) as Body;
}
