import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https, { type RequestOptions } from 'node:https';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { AddressError, sendErrorOf, type SendError } from './send-error.ts';

/** One request over one connection. */
export interface Exchange {
  readonly url: URL;
  readonly options: RequestOptions;
  readonly body: Buffer;
  /** Its abort reason is the `SendError` of the outcome. */
  readonly signal: AbortSignal;
  /** Checks the remote address of a new connection. */
  readonly isAllowed: (address: string) => boolean;
}

/** The outcome of an exchange. */
export interface ExchangeOutcome {
  /** `null` if no response head arrived. */
  readonly status: number | null;
  /** `null` if a response of any status arrived: whole, or its first 64 KiB. */
  readonly error: SendError | null;
  /**
   * Text from the first KiB of the response: at most 1,024 characters without NUL. It can be set together with `error`.
   * `null` without a response, or if it is compressed.
   */
  readonly response: string | null;
  /** The header `Retry-After` as received: seconds or a date (RFC 9110), or anything else. */
  readonly retryAfter: string | null;
  /** Whether a reused connection was lost before the first byte of this response: it was already closed. */
  readonly isStale: boolean;
}

/** The outcome of a request that was not sent. */
export const unsent = (error: SendError): ExchangeOutcome => ({
  status: null,
  error,
  response: null,
  retryAfter: null,
  isStale: false,
});

/** Sends a request and reads the response. Never rejects. Closes the connection unless it can be reused. */
export async function exchange({ url, options, body, signal, isAllowed }: Exchange): Promise<ExchangeOutcome> {
  if (signal.aborted) return unsent(signal.reason as SendError);
  const request = newRequest(url, options);
  if (request === null) return unsent('invalid_request');
  const connection = watch(request, isAllowed);
  const heard = hear(request, signal);
  request.end(body);
  const { answer, cause } = await heard;
  // The agent reuses a connection only after the whole response is read and the whole body is written.
  if (!answer.isRead() || !request.writableFinished) request.destroy();
  const error = cause instanceof Error ? sendErrorOf(cause, connection.isSecuring()) : cause;
  const isStale = error === 'connection_lost' && connection.isReusedAndSilent();
  const { status, retryAfter } = answer;
  return { status, error, response: answer.text(), retryAfter, isStale };
}

/** `null` for headers that HTTP cannot carry. A parsed URL rules out any other error. */
function newRequest(url: URL, options: RequestOptions): ClientRequest | null {
  try {
    return (url.protocol === 'https:' ? https : http).request(url, options);
  } catch {
    return null;
  }
}

type Cause = SendError | Error | null;

/** Resolves with the first event. The listeners stay, because an error event without a listener ends the process. */
function hear(request: ClientRequest, signal: AbortSignal): Promise<{ answer: ReceivedAnswer; cause: Cause }> {
  return new Promise((resolve) => {
    let answer = noAnswer;
    const end = (cause: Cause): void => resolve({ answer, cause });
    signal.addEventListener('abort', () => end(signal.reason as SendError), { once: true });
    request.on('response', (message) => (answer = readAnswer(message, end)));
    // The request asked for no upgrade. Node no longer manages the socket, so close it.
    request.on('upgrade', (_message, socket) => {
      socket.destroy();
      end('invalid_answer');
    });
    request.on('error', end);
  });
}

interface WatchedConnection {
  /** Whether the TLS handshake is under way. */
  isSecuring(): boolean;
  /** Whether the connection is reused and has received no byte since. */
  isReusedAndSilent(): boolean;
}

function watch(request: ClientRequest, isAllowed: (address: string) => boolean): WatchedConnection {
  let isSecuring = false;
  let used: { socket: Socket; bytesBefore: number } | null = null;
  const connected = (socket: Socket): void => {
    isSecuring = socket instanceof TLSSocket;
    const { remoteAddress } = socket;
    // The lookup returns only allowed addresses. This check also covers a connection made without it.
    if (remoteAddress !== undefined && !isAllowed(remoteAddress)) request.destroy(new AddressError('unsafe_address'));
  };
  request.once('socket', (socket) => {
    if (request.reusedSocket) {
      used = { socket, bytesBefore: socket.bytesRead };
    } else {
      socket.once('connect', () => connected(socket));
      socket.once('secureConnect', () => (isSecuring = false));
    }
  });
  return {
    isSecuring: () => isSecuring,
    isReusedAndSilent: () => used !== null && used.socket.bytesRead === used.bytesBefore,
  };
}

/** The limits of a response body, in bytes: how much is read, and how much of that is kept. */
const mostRead = 64 * 1024;
const mostKept = 1024;

/** A response whose body is being read. */
interface ReceivedAnswer {
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
const noAnswer: ReceivedAnswer = { status: null, retryAfter: null, isRead: () => false, text: () => null };

/** @param end receives `null` once the body or its first `mostRead` bytes are read, or the error. */
function readAnswer(message: IncomingMessage, end: (error: Error | null) => void): ReceivedAnswer {
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
