import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Log } from '../../log.ts';
import { answerHeaders } from '../contract/answer.ts';
import { isHttpsUrl } from '../contract/service-url.ts';
import { errorCodes } from './error-codes.ts';
import { faultHeaders, problemDetails, problemMediaType, type RequestFault } from './problem-details.ts';
import { newRequestId } from '../contract/request-id.ts';
import { shownPath } from '../contract/request-target.ts';

interface By {
  readonly log: Log;
  readonly serviceUrl: string;
}

/** The time that a client has to read the error before the connection closes. */
const lingerMilliseconds = 1000;

/** Sends a full problem document for input that Node's HTTP parser rejects before a request exists. */
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

/** Handles requests that Node would otherwise answer without a body, or not at all. */
export function answerForNode(server: Server, by: () => By): void {
  // A server may ignore an unknown expectation (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    hangUp(socket, { fault: noTunnel, target: request.url ?? '/', ...by() });
  });
}

const notHttp: RequestFault = { code: 'malformed_request', detail: 'The request is not valid HTTP/1.1.' };

const noTunnel: RequestFault = {
  code: 'method_not_allowed',
  detail: 'The service is not a proxy.',
  headers: { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' },
};

const parserFaults: Readonly<Record<string, RequestFault>> = {
  HPE_HEADER_OVERFLOW: { code: 'headers_too_large', detail: 'The request line and headers are larger than 16 KiB.' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request_timeout', detail: 'The request did not arrive in time.' },
};

function hangUp(socket: Duplex, answer: By & { fault: RequestFault; target: string }): void {
  const { fault, log, serviceUrl } = answer;
  const { status } = errorCodes[fault.code];
  const requestId = newRequestId();
  const instance = shownPath(answer.target);
  const body = problemDetails(fault, { serviceUrl, instance, requestId });
  const headers = {
    'content-type': problemMediaType,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...answerHeaders({ requestId, isHttps: isHttpsUrl(serviceUrl) }),
    ...faultHeaders(fault),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  log.info({ request_id: requestId, status, code: fault.code }, 'refused by the HTTP parser');
  // Closing immediately, while the client still sends, would discard the response in transit.
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n'), () => {
    setTimeout(() => socket.destroy(), lingerMilliseconds).unref();
  });
}

/** Node keeps the current response on the socket. The client would read a second response inside it as its body. */
function hasBegunToAnswer(socket: Duplex): boolean {
  const { _httpMessage: answer } = socket as Duplex & { _httpMessage?: ServerResponse | null };
  return answer?.headersSent ?? false;
}
