import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { lockRefusal } from '../../database/engine-errors.ts';
import type { Log } from '../../log.ts';
import { answerHeaders, HeadedRefusal } from '../contract/answer.ts';
import type { RequestHead } from '../contract/request-head.ts';
import { isHttps } from '../contract/service-url.ts';
import { errorCodes, type AnswerCode } from './error-codes.ts';
import { shownPath } from '../contract/request-target.ts';
import { Refusal, type Problem, unforeseen } from '../../refusal.ts';

/** Sends every error of the routes and of the router as a problem document. */
export function answerErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((thrown, request, reply) => sendFault(thrown, { request, reply, log }));
}

interface Failure extends FailedRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Adapts the fault for one route. */
  readonly told?: (fault: RequestFault) => RequestFault;
}

/** Sends the error response for a thrown value. The cause of an unexpected failure goes only to the log. */
export function sendFault(thrown: unknown, { request, reply, log, told }: Failure): FastifyReply {
  const fault = told ? told(faultOf(thrown)) : faultOf(thrown);
  const { status } = errorCodes[fault.code];
  logFailure(thrown, { request, log }, fault);
  // Fastify closes the connection if it has not read the whole body, and the client might then miss the response.
  // The rest of the body is drained instead, within the request timeout.
  reply.removeHeader('connection');
  const marks = answerHeaders({ requestId: request.id, isHttps: isHttps(request) });
  return (
    reply
      .code(status)
      .headers({ ...marks, ...faultHeaders(fault) })
      .type(problemMediaType)
      // Sent as bytes, because Fastify adds a charset to text and this media type has none.
      .send(Buffer.from(problemDetails(fault, occurrenceIn(request))))
  );
}

/** Logs a thrown value, unless it is the client's mistake. */
export function logFailure(thrown: unknown, { request, log }: FailedRequest, { code } = faultOf(thrown)): void {
  const facts = { request_id: request.id, err: thrown };
  if (code === 'internal') log.error(facts, 'request failed');
  if (code === 'unavailable') log.warn(facts, 'service unavailable');
}

interface FailedRequest {
  readonly request: Pick<RequestHead, 'id'>;
  readonly log: Pick<Log, 'error' | 'warn'>;
}

/** An error of a request, found by the service, Fastify or the HTTP parser. */
export interface RequestFault {
  readonly code: AnswerCode;
  readonly detail: string;
  readonly problems?: readonly Problem[];
  readonly members?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The request in which a fault occurred. */
export interface Occurrence {
  readonly serviceUrl: string;
  /** The requested path, without query. */
  readonly instance: string;
  readonly requestId: string;
}

/** The occurrence of a fault in a request. */
export const occurrenceIn = ({ serviceUrl, url, id: requestId }: RequestHead): Occurrence => ({
  serviceUrl,
  instance: shownPath(url),
  requestId,
});

export const problemMediaType = 'application/problem+json';

/** The body of an error: a problem document (RFC 9457) with the product's own members. */
export function problemDetails(fault: RequestFault, occurrence: Occurrence): string {
  const { status, title } = errorCodes[fault.code];
  return JSON.stringify({
    type: `${occurrence.serviceUrl}/docs/errors#${fault.code}`,
    title,
    status,
    detail: fault.detail,
    instance: occurrence.instance,
    code: fault.code,
    error: fault.code,
    request_id: occurrence.requestId,
    errors: fault.problems ?? [],
    ...fault.members,
  });
}

/** The headers of a fault's response besides those of every response. */
export function faultHeaders(fault: RequestFault): Record<string, string> {
  return { ...headersByCode[fault.code], ...fault.headers };
}

const headersByCode: Readonly<Partial<Record<AnswerCode, Record<string, string>>>> = {
  unauthenticated: { 'www-authenticate': 'Bearer' },
  invalid_credentials: { 'www-authenticate': 'Bearer' },
  unavailable: { 'retry-after': '5' },
};

/**
 * Maps a thrown value to a fault. A wait for a lock that took too long is `unavailable`. Anything else unexpected is
 * `internal`, without details.
 */
export function faultOf(thrown: unknown): RequestFault {
  if (thrown instanceof Refusal) {
    return {
      code: thrown.code,
      detail: thrown.message,
      problems: thrown.problems,
      members: thrown.members,
      headers: refusalHeaders(thrown),
    };
  }
  if (!isClientError(thrown)) return faultOf(lockRefusal(thrown) ?? unforeseen());
  return frameworkFaults[thrown.code ?? ''] ?? { code: codeOf(thrown.statusCode), detail: thrown.message };
}

/** The response headers of a refusal. */
function refusalHeaders(refusal: Refusal): Record<string, string> {
  const { retryAfterSeconds, version, members } = refusal;
  const scope = members['required_scope'];
  return {
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    ...(version === undefined ? {} : { etag: `"${version}"` }),
    ...(typeof scope === 'string' ? { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` } : {}),
    ...(refusal instanceof HeadedRefusal ? lowerCased(refusal.headers) : {}),
  };
}

/** Whether Fastify or one of its plugins attributes the error to the client. */
function isClientError(thrown: unknown): thrown is Error & { statusCode: number; code?: string } {
  const status = thrown instanceof Error && 'statusCode' in thrown ? Number(thrown.statusCode) : 500;
  return status >= 400 && status < 500;
}

function codeOf(status: number): AnswerCode {
  const codes = Object.keys(errorCodes) as AnswerCode[];
  return codes.find((code) => errorCodes[code].status === status) ?? 'malformed_request';
}

/** An error of the client, for which `faultOf` finds the code `malformed_request`. */
export const malformedRequest = (detail: string, cause?: unknown): Error =>
  Object.assign(new Error(detail, { cause }), { statusCode: 400 });

/** The detail of a path that cannot be decoded. */
export const notPercentEncoded = 'The path is not valid percent-encoded UTF-8.';

const frameworkFaults: Readonly<Record<string, RequestFault>> = {
  FST_ERR_BAD_URL: { code: 'malformed_request', detail: notPercentEncoded },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'not_found', detail: 'A segment of the path is too long.' },
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'too_large', detail: 'The body is larger than this operation accepts.' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    detail: 'The content type is not application/json.',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'malformed_request',
    detail: 'The body ended before its announced length.',
  },
};

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
