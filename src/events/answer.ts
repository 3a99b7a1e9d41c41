import type { IncomingMessage } from 'node:http';

/** The limits of a response body, in bytes: how much is read, and how much of that is kept. */
const mostRead = 64 * 1024;
const mostKept = 1024;

/** A response whose body is being read. */
export interface Answer {
  readonly status: number | null;
  /** The header `Retry-After` as received. */
  readonly retryAfter: string | null;
  /** Whether the whole body has been read. */
  isRead(): boolean;
  /**
   * The start of the body as text that a database can store. Invalid UTF-8 is replaced; NUL and a character cut in half
   * are removed. `null` if the body is compressed, which the request does not ask for.
   */
  text(): string | null;
}

/** The value before a response arrives. */
export const noAnswer: Answer = { status: null, retryAfter: null, isRead: () => false, text: () => null };

/** @param end receives `null` once the body or its first `mostRead` bytes are read, or the error. */
export function readAnswer(message: IncomingMessage, end: (error: Error | null) => void): Answer {
  const { statusCode = 0, headers } = message;
  const kept: Buffer[] = [];
  let length = 0;
  message.on('data', (chunk: Buffer) => {
    if (length < mostKept) kept.push(chunk.subarray(0, mostKept - length));
    length += chunk.length;
    if (length <= mostRead) return;
    end(null);
    message.destroy();
  });
  message.on('end', () => end(null));
  message.on('error', end);
  const isReadable = (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity';
  return {
    status: statusCode,
    retryAfter: headers['retry-after'] ?? null,
    isRead: () => message.readableEnded,
    text: () => (isReadable ? plainText(Buffer.concat(kept)) : null),
  };
}

/** In stream mode, the decoder holds back an incomplete character, so no half of a surrogate pair results. */
const plainText = (bytes: Buffer): string => new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '');
