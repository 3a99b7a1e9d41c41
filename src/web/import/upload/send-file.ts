import { answerOf } from '../../data/answer-of.ts';
import { problemOf, Refused, Unreachable } from '../../../client/problem.ts';
import type { ImportedFamily } from '../../../resources/transfer/imports.ts';
import { api, onSignedOut } from '../../data/api.ts';
import type { Import } from '../import.ts';

interface Sending {
  readonly as: ImportedFamily;
  /** The service makes one import for a key, however often the file is sent. */
  readonly key: string;
  readonly signal: AbortSignal;
  /** Called with the share of the file that is sent, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Sends a file to the service. `fetch` does not tell how far it is.
 * @throws {Refused} if the service cannot read it. @throws {Unreachable} if the connection fails.
 */
export async function sendFile(file: File, { as, key, signal, onProgress }: Sending): Promise<Import> {
  const request = new XMLHttpRequest();
  request.open('POST', `${api.baseUrl}/imports?as=${as}`);
  request.setRequestHeader('content-type', 'application/octet-stream');
  request.setRequestHeader('content-disposition', `attachment; filename*=utf-8''${encoded(file.name)}`);
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
  return ((await answer.json()) as { import: Import }).import;
}

/** A file name in a header (RFC 8187). */
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
