import type { IncomingMessage } from 'node:http';

/** In bytes: so much is read of an answer's body, and so much of that is kept. */
const mostRead = 64 * 1024;
const mostKept = 1024;

/** An answer of which the body is being read. */
export interface Answer {
  readonly status: number | null;
  /** The header `Retry-After` as it came. */
  readonly retryAfter: string | null;
  /** Whether all of the body has been read. */
  isRead(): boolean;
  /**
   * The first of the body as a text that a database can keep: what is no UTF-8 is replaced, a character that was cut
   * in two and NUL are left out. `null` when the body is compressed although nobody asked for that.
   */
  text(): string | null;
}

/** Before an answer has come. */
export const noAnswer: Answer = { status: null, retryAfter: null, isRead: () => false, text: () => null };

/** @param end told that all has come, or as much as anyone wants to read (`null`), or what went wrong. */
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

/** A stream may go on, so a character that has only begun is held back. No half of a surrogate pair can come of it. */
const plainText = (bytes: Buffer): string => new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '');
