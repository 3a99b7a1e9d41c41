/** Every way the product says no. The HTTP layer maps each to one status. */
export type RefusalCode =
  | 'malformed_json'
  | 'invalid_query'
  | 'missing_parameter'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'unknown_version'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'already_exists'
  | 'in_use'
  | 'conflict'
  | 'stale'
  | 'too_large'
  | 'headers_too_large'
  | 'unsupported_media_type'
  | 'validation_failed'
  | 'idempotency_key_reused'
  | 'rate_limit_exceeded'
  | 'internal'
  | 'unavailable';

/** One fault of a request: `pointer` (RFC 6901) into the body, or the `parameter` of the query. */
export interface Problem {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly code: ProblemCode;
  readonly message: string;
  /** Further members, such as `allowed` or `existing_id`. */
  readonly [member: string]: unknown;
}

export type ProblemCode =
  | 'required'
  | 'unknown_field'
  | 'unknown_parameter'
  | 'wrong_type'
  | 'wrong_wrapper'
  | 'too_long'
  | 'too_short'
  | 'too_many'
  | 'out_of_range'
  | 'too_many_decimals'
  | 'invalid_format'
  | 'invalid_text'
  | 'invalid_reference'
  | 'not_allowed'
  | 'duplicate'
  | 'already_exists'
  | 'stale'
  | RowCode;

/** What one row of several may be refused for as a whole. */
export type RowCode = 'not_found' | 'in_use' | 'conflict';

/** So many problems of one request are listed; who makes more is not helped by a longer list. */
export const mostProblems = 1000;

/** Thrown wherever a request cannot be done as asked; nothing of it has been kept. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly problems: readonly Problem[];
  /** Members added to the answer's body, such as `existing_id`. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Headers added to the answer, such as `Allow` or `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: RefusalCode,
    detail: string,
    more: {
      problems?: readonly Problem[];
      members?: Record<string, unknown>;
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(detail, { cause: more.cause });
    this.name = 'Refusal';
    this.code = code;
    this.problems = more.problems ?? [];
    this.members = more.members ?? {};
    this.headers = more.headers ?? {};
  }
}

/** The refusal of a query for everything that is wrong with its parameters. */
export function queryRefusal(
  problems: readonly Problem[],
  code: 'invalid_query' | 'missing_parameter' = 'invalid_query',
): Refusal {
  const [only] = problems;
  const detail =
    only && problems.length === 1
      ? sentence(`${String(only.parameter)}: ${only.message}`)
      : `The query has ${problems.length} problems.`;
  return new Refusal(code, detail, { problems });
}

/** A message that ends in a question is a sentence already. */
const sentence = (message: string): string => (message.endsWith('?') ? message : `${message}.`);
