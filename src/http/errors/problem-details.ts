import { Refusal, type Problem } from '../../refusal.ts';
import { HeadedRefusal } from '../contract/headed-refusal.ts';
import { errorCodes, type AnswerCode } from './error-codes.ts';

/** An error of a request, found by the service, Fastify or the HTTP parser. */
export interface Fault {
  readonly code: AnswerCode;
  readonly detail: string;
  readonly problems?: readonly Problem[];
  readonly members?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The request in which a fault occurred. */
export interface Occurrence {
  readonly publicUrl: string;
  /** The requested path, without query. */
  readonly instance: string;
  readonly requestId: string;
}

export const problemMediaType = 'application/problem+json';

/** The body of an error: a problem document (RFC 9457) with the product's own members. */
export function problemDetails(fault: Fault, occurrence: Occurrence): string {
  const { status, title } = errorCodes[fault.code];
  return JSON.stringify({
    type: `${occurrence.publicUrl}/docs/errors#${fault.code}`,
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
export function faultHeaders(fault: Fault): Record<string, string> {
  return { ...headersByCode[fault.code], ...fault.headers };
}

const headersByCode: Readonly<Partial<Record<AnswerCode, Record<string, string>>>> = {
  unauthenticated: { 'www-authenticate': 'Bearer' },
  unavailable: { 'retry-after': '5' },
};

/** Maps a thrown value to a fault. Anything unexpected is `internal`, without details. */
export function faultOf(thrown: unknown): Fault {
  if (thrown instanceof Refusal) {
    return {
      code: thrown.code,
      detail: thrown.message,
      problems: thrown.problems,
      members: thrown.members,
      headers: refusalHeaders(thrown),
    };
  }
  if (!isClientError(thrown)) return unforeseen;
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

const unforeseen: Fault = {
  code: 'internal',
  detail: 'The service failed. Its log has the cause under the request id.',
};

const frameworkFaults: Readonly<Record<string, Fault>> = {
  FST_ERR_BAD_URL: { code: 'malformed_request', detail: 'The path is not valid percent-encoded UTF-8.' },
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
