/** The codes of all refusals. The HTTP layer maps each code to one status. */
export type RefusalCode =
  | 'malformed_json'
  | 'invalid_query'
  | 'missing_parameter'
  | 'unauthenticated'
  | 'invalid_credentials'
  | 'forbidden'
  | 'cross_site'
  | 'not_found'
  | 'unknown_version'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'already_exists'
  | 'choose_account'
  | 'in_use'
  | 'conflict'
  | 'stale'
  | 'too_large'
  | 'headers_too_large'
  | 'unsupported_media_type'
  | 'range_not_satisfiable'
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

/** A key as a part of a JSON Pointer. */
export const pointerKey = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

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

/** The codes that refuse one row of several as a whole. */
export type RowCode = 'not_found' | 'in_use' | 'conflict' | 'unavailable';

/** The limit of problems listed for one request. */
export const mostProblems = 1000;

/** The limit of JSON bytes for the problems of one request. The first problem alone can exceed it. */
const mostProblemBytes = 64 * 1024;

/** The limit of unknown names compared with the known ones for one request, because comparing is slow. */
export const mostSuggestions = 100;

/**
 * Collects the problems of many items in order. Stops once it has more problems than a response lists.
 * @param problemsOf receives the number of problems found so far.
 */
export function firstProblems<One>(
  many: Iterable<One>,
  problemsOf: (one: One, found: number) => Problem | readonly Problem[] | null,
  most = mostProblems + 1,
): Problem[] {
  const problems: Problem[] = [];
  for (const one of many) {
    if (problems.length >= most) break;
    problems.push(...[problemsOf(one, problems.length) ?? []].flat());
  }
  return problems;
}

/** The names to compare an unknown name with; none after `mostSuggestions` problems. */
export const comparedWith = (known: readonly string[], found: number): readonly string[] =>
  found < mostSuggestions ? known : [];

/** The problems that a response lists, and whether there are more. */
function listedProblems(problems: readonly Problem[]): {
  readonly listed: readonly Problem[];
  readonly more: string;
} {
  let bytes = 0;
  const tooMany = problems.findIndex((problem, index) => {
    bytes += Buffer.byteLength(JSON.stringify(problem)) + 1;
    return index >= mostProblems || (index > 0 && bytes > mostProblemBytes);
  });
  if (tooMany < 0) return { listed: problems, more: '' };
  return { listed: problems.slice(0, tooMany), more: ' There are more problems, which are not listed.' };
}

/** Quotes a name for a message, cut to 100 characters. */
export const quoted = (name: string): string => JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name);

/** Thrown when the service refuses a request. No part of the request was stored. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly problems: readonly Problem[];
  /** Members added to the response body, such as `existing_id`. */
  readonly members: Readonly<Record<string, unknown>>;
  /** The time after which a retry makes sense, if known. */
  readonly retryAfterSeconds: number | undefined;
  /** For `stale`: the current version of the record. */
  readonly version: number | undefined;

  constructor(
    code: RefusalCode,
    detail: string,
    more: {
      problems?: readonly Problem[];
      members?: Record<string, unknown>;
      retryAfterSeconds?: number;
      version?: number;
      cause?: unknown;
    } = {},
  ) {
    super(detail, { cause: more.cause });
    this.name = 'Refusal';
    this.code = code;
    this.problems = more.problems ?? [];
    this.members = more.members ?? {};
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.version = more.version;
  }
}

/** The refusal of a query, with all problems of its parameters. */
export function queryRefusal(
  problems: readonly Problem[],
  code: 'invalid_query' | 'missing_parameter' = 'invalid_query',
): Refusal {
  const { listed, more } = listedProblems(problems);
  const [only] = listed;
  if (only && problems.length === 1) {
    return new Refusal(code, sentence(`${String(only.parameter)}: ${only.message}`), { problems: listed });
  }
  const count = listed.length;
  const detail =
    more === ''
      ? `The query has ${count} problems.`
      : `The query has more than ${count} problems; the first ${count} are listed.`;
  return new Refusal(code, detail, { problems: listed });
}

/** Ends a message with a period unless it ends with a question mark. */
const sentence = (message: string): string => (message.endsWith('?') ? message : `${message}.`);

/** The limit of JSON bytes in one response. */
export const mostOfAnswer = 8 * 2 ** 20;

/** The parameter that makes a response large. */
export type LargeBy = 'per_page' | 'include';

const wayOut: Readonly<Record<LargeBy, string>> = {
  per_page: 'ask for fewer records per page, or select the keys that you need with fields',
  include: 'ask for fewer records per page, or list the related records separately',
};

/** The refusal of a request whose response would exceed `mostOfAnswer`. */
export function answerTooLarge(by: LargeBy): Refusal {
  const message = `makes the answer larger than ${mostOfAnswer / 2 ** 20} MiB; ${wayOut[by]}`;
  return queryRefusal([{ parameter: by, code: 'too_many', message }]);
}

/** The limit of values that a message names. It refers to a list of the others. */
export const mostNamed = 25;

/** The first of some names, and the number of the others: `a, b, and 3 more`. */
export const firstOf = (names: readonly string[], most = 10): string =>
  names.slice(0, most).join(', ') + (names.length > most ? `, and ${names.length - most} more` : '');

/**
 * The message for a value that is not allowed, with all allowed values beside it unless the list is long.
 * @param others the place of the full list: `GET /industries`.
 */
export function mustBeAmong(
  allowed: readonly string[],
  others: string,
): { readonly message: string; readonly allowed?: readonly string[] } {
  if (allowed.length <= mostNamed) return { message: `must be one of ${allowed.join(', ')}`, allowed };
  const named = allowed.slice(0, mostNamed).join(', ');
  return { message: `must be one of ${named} and ${allowed.length - mostNamed} more, see ${others}` };
}

/** The refusal for an error that is no mistake of the client. The caller logs the error. */
export const unforeseen = (cause?: unknown): Refusal =>
  new Refusal('internal', 'The service failed. Its log has the cause under the request id.', { cause });

/** The last sentence of the refusals of a restore, and of other requests during one. */
export const unchanged = 'Plumbline changed nothing.';

/** Refuses a body with all its problems at once. */
export function refuseFaulty(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const { listed, more } = listedProblems(problems);
  const count = listed.length === 1 ? '1 problem' : `${listed.length} problems`;
  throw new Refusal('validation_failed', `The request has ${count}; nothing was changed.${more}`, {
    problems: listed,
  });
}
