import http, { type ClientRequest } from 'node:http';
import https, { type RequestOptions } from 'node:https';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { noAnswer, readAnswer, type Answer } from './answer.ts';
import { AddressError, sendErrorOf, type SendError } from './send-error.ts';

/** One request over one connection. */
export interface Exchange {
  readonly url: URL;
  readonly options: RequestOptions;
  readonly body: Buffer;
  /** Aborted with the `SendError` that then stands in the outcome. */
  readonly signal: AbortSignal;
  /** Judges the address that a new connection has led to. */
  readonly isAllowed: (address: string) => boolean;
}

/** What came of it. */
export interface Outcome {
  /** `null` when no head of an answer came. */
  readonly status: number | null;
  /** `null` when the answer came whole, or as much of it as is read. */
  readonly error: SendError | null;
  readonly response: string | null;
  readonly retryAfter: string | null;
  /** The connection had served before, and was lost before a byte of this answer came: it had been closed by then. */
  readonly isStale: boolean;
}

/** What came of a request that has not been sent. */
export const unsent = (error: SendError): Outcome => ({
  status: null,
  error,
  response: null,
  retryAfter: null,
  isStale: false,
});

/** Sends a request and reads the answer. Never rejects; the connection is closed unless it can serve again. */
export async function exchange({ url, options, body, signal, isAllowed }: Exchange): Promise<Outcome> {
  if (signal.aborted) return unsent(signal.reason as SendError);
  const request = newRequest(url, options);
  if (request === null) return unsent('invalid_request');
  const connection = watch(request, isAllowed);
  const heard = hear(request, signal);
  request.end(body);
  const { answer, cause } = await heard;
  // The agent takes a connection back when all of the answer has been read and all of the body written.
  if (!answer.isRead() || !request.writableFinished) request.destroy();
  const error = cause instanceof Error ? sendErrorOf(cause, connection.isSecuring()) : cause;
  const isStale = error === 'connection_lost' && connection.isReusedAndSilent();
  const { status, retryAfter } = answer;
  return { status, error, response: answer.text(), retryAfter, isStale };
}

/** `null` for headers that HTTP cannot carry; nothing else can be wrong with it once URL has read the address. */
function newRequest(url: URL, options: RequestOptions): ClientRequest | null {
  try {
    return (url.protocol === 'https:' ? https : http).request(url, options);
  } catch {
    return null;
  }
}

type Cause = SendError | Error | null;

/** Whatever is heard first ends it; the listeners stay, since an error that nobody listens to ends the process. */
function hear(request: ClientRequest, signal: AbortSignal): Promise<{ answer: Answer; cause: Cause }> {
  return new Promise((resolve) => {
    let answer = noAnswer;
    const end = (cause: Cause): void => resolve({ answer, cause });
    signal.addEventListener('abort', () => end(signal.reason as SendError), { once: true });
    request.on('response', (message) => (answer = readAnswer(message, end)));
    // Nobody asked for another protocol; from here on the connection is in nobody's care.
    request.on('upgrade', (_message, socket) => {
      socket.destroy();
      end('invalid_answer');
    });
    request.on('error', end);
  });
}

interface Connection {
  /** Whether TLS is being agreed on. */
  isSecuring(): boolean;
  /** Whether it had served before, and has brought nothing since. */
  isReusedAndSilent(): boolean;
}

function watch(request: ClientRequest, isAllowed: (address: string) => boolean): Connection {
  let isSecuring = false;
  let used: { socket: Socket; bytesBefore: number } | null = null;
  const connected = (socket: Socket): void => {
    isSecuring = socket instanceof TLSSocket;
    const { remoteAddress } = socket;
    // The lookup lets no other address through; this holds even should it once not have been asked.
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
