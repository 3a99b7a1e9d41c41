import { type Problem, type ProblemCode, Refusal, type RefusalCode } from '../../refusal.ts';

/** The errors of RFC 6749 §5.2 that the token endpoint returns. */
export const oauthErrors = ['invalid_request', 'invalid_client', 'unsupported_grant_type', 'invalid_scope'] as const;

type OauthError = (typeof oauthErrors)[number];

const codes: Readonly<Record<OauthError, RefusalCode>> = {
  invalid_request: 'invalid_query',
  invalid_client: 'unauthenticated',
  unsupported_grant_type: 'invalid_query',
  invalid_scope: 'invalid_query',
};

/** The members that RFC 6749 requires of a refusal: printable ASCII without double quotes and backslashes. */
export const oauthMembers = (error: OauthError, detail: string): Record<string, string> => ({
  error,
  error_description: detail.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, '?'),
});

/** A refusal at the token endpoint: an ordinary refusal with RFC 6749's members. */
export function oauthRefusal(error: OauthError, detail: string, problems: readonly Problem[] = []): Refusal {
  const isMissing = problems.length > 0 && problems.every(({ code }) => code === 'required');
  return new Refusal(isMissing ? 'missing_parameter' : codes[error], detail, {
    problems,
    members: oauthMembers(error, detail),
  });
}

/** The refusal of one parameter. */
export const badParameter = (
  error: OauthError,
  parameter: string,
  [code, message]: readonly [ProblemCode, string],
): Refusal => oauthRefusal(error, `${parameter} ${message}.`, [{ parameter, code, message }]);
