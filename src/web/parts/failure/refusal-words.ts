import type { Fault, ProblemCode, ProblemDocument } from '../../../client/problem.ts';
import { labelOf } from '../../../resources/labels.ts';

/** A refusal in words for people: without the names of headers, tokens, parameters and requests. */
export function refusalWords({ code, detail, errors = [] }: RefusedRequest): string {
  const own = words[code];
  if (own !== undefined) return own;
  return [detail, ...errors.map(({ message }) => message)].map(inWords).join(' ');
}

type RefusedRequest = Pick<ProblemDocument, 'code' | 'detail'> & {
  readonly errors?: readonly Pick<Fault, 'message'>[];
};

/** A sentence of the service with the labels of fields in place of their names. */
export const inWords = (sentence: string): string =>
  sentence
    .replaceAll(/`([^`]*)`/g, '$1')
    .replaceAll(/\/?\b[a-z]+(?:_[a-z0-9]+)+\b/g, (name) => labelOf(name.replace(/^\//, '').replace(/_ids?$/, '')));

const mistakeOfPage = 'The page sent something that the service does not take. Reload the page, then try again.';

/** The codes whose details speak to programs. */
const words: Readonly<Partial<Record<ProblemCode, string>>> = {
  unauthenticated: 'Your session has ended. Sign in again.',
  forbidden: 'Your role does not allow this. An admin can do it, or give you another role.',
  not_found: 'It is not here any more, or it is not yours to see.',
  rate_limit_exceeded: 'That was a lot at once. Wait a moment, then try again.',
  request_timeout: 'The connection is too slow. Try again.',
  internal: 'Something went wrong in the service. Try again; if it stays, tell an admin at which time it happened.',
  unavailable: 'The service is busy or restarts. Try again in a moment.',
  unknown: 'Something between this page and the service has answered in its place. Try again.',
  cross_site: mistakeOfPage,
  headers_too_large: mistakeOfPage,
  range_not_satisfiable: mistakeOfPage,
  idempotency_key_reused: mistakeOfPage,
  malformed_json: mistakeOfPage,
  method_not_allowed: mistakeOfPage,
  missing_parameter: mistakeOfPage,
  unknown_version: mistakeOfPage,
  unsupported_media_type: mistakeOfPage,
};
