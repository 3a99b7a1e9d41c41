import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Log } from '../log.ts';
import { answerHeaders } from './answer-headers.ts';
import { errorCodes } from './error-codes.ts';
import { faultHeaders, problemDetails, problemMediaType, type Fault } from './problem-details.ts';
import { newRequestId } from './request-id.ts';
import { splitTarget } from './request-target.ts';

interface By {
  readonly log: Log;
  readonly publicUrl: () => string;
}

/** How long a client may take to read why it was hung up on. */
const lingerMilliseconds = 1000;

/** Answers what Node's parser refuses before there is a request, as completely as any other error. */
export function answerParserError(
  error: NodeJS.ErrnoException & { rawPacket?: unknown },
  socket: Duplex,
  by: By,
): void {
  if (socket.destroyed || socket.writableEnded) return;
  if (error.code === 'ECONNRESET' || hasBegunToAnswer(socket)) {
    socket.destroy();
    return;
  }
  const packet = error.rawPacket instanceof Uint8Array ? Buffer.from(error.rawPacket).toString('latin1', 0, 4096) : '';
  const target = /^[A-Z]+ (\/[^ ]*)/.exec(packet)?.[1] ?? '/';
  hangUp(socket, { fault: parserFaults[error.code ?? ''] ?? notHttp, target, ...by });
}

/** Takes over what Node would otherwise answer by itself, without a body, or not at all. */
export function answerForNode(server: Server, by: By): void {
  // An expectation that is not known may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    hangUp(socket, { fault: noTunnel, target: request.url ?? '/', ...by });
  });
}

const notHttp: Fault = { code: 'malformed_request', detail: 'The request is not valid HTTP/1.1.' };

const noTunnel: Fault = {
  code: 'method_not_allowed',
  detail: 'This is not a proxy.',
  headers: { allow: 'GET, HEAD, POST, PATCH, DELETE, OPTIONS' },
};

const parserFaults: Readonly<Record<string, Fault>> = {
  HPE_HEADER_OVERFLOW: { code: 'headers_too_large', detail: 'The request line and headers are larger than 16 KiB.' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request_timeout', detail: 'The request did not arrive in time.' },
};

function hangUp(socket: Duplex, answer: By & { fault: Fault; target: string }): void {
  const { fault, log } = answer;
  const { status } = errorCodes[fault.code];
  const requestId = newRequestId();
  const instance = splitTarget(answer.target).path;
  const body = problemDetails(fault, { publicUrl: answer.publicUrl(), instance, requestId });
  const headers = {
    'content-type': problemMediaType,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...answerHeaders(requestId),
    ...faultHeaders(fault),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  log.info({ request_id: requestId, status, code: fault.code }, 'refused by the HTTP parser');
  // Closing at once would throw away, with what the client still sends, the answer on its way to it.
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n'), () => {
    setTimeout(() => socket.destroy(), lingerMilliseconds).unref();
  });
}

/** Node keeps the answer under way on the socket; a second one in the midst of it would be read as its body. */
function hasBegunToAnswer(socket: Duplex): boolean {
  const { _httpMessage: answer } = socket as Duplex & { _httpMessage?: ServerResponse | null };
  return answer?.headersSent ?? false;
}
