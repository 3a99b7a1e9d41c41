import { type Problem, type ProblemCode, Refusal, type RefusalCode } from '../refusal.ts';

/** Of RFC 6749 §5.2, those that can happen here. */
export const oauthErrors = ['invalid_request', 'invalid_client', 'unsupported_grant_type', 'invalid_scope'] as const;

type OauthError = (typeof oauthErrors)[number];

const codes: Readonly<Record<OauthError, RefusalCode>> = {
  invalid_request: 'invalid_query',
  invalid_client: 'unauthenticated',
  unsupported_grant_type: 'invalid_query',
  invalid_scope: 'invalid_query',
};

/** The members that RFC 6749 asks of a refusal, which may hold neither quotes nor backslashes nor what is not ASCII. */
export const oauthMembers = (error: OauthError, detail: string): Record<string, string> => ({
  error,
  error_description: detail.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, '?'),
});

/** A refusal at the token endpoint: the product's own, with RFC 6749's members. */
export function oauthRefusal(error: OauthError, detail: string, problems: readonly Problem[] = []): Refusal {
  const isMissing = problems.length > 0 && problems.every(({ code }) => code === 'required');
  return new Refusal(isMissing ? 'missing_parameter' : codes[error], detail, {
    problems,
    members: oauthMembers(error, detail),
    headers: error === 'invalid_client' ? { 'WWW-Authenticate': 'Basic realm="Plumbline"' } : {},
  });
}

/** The refusal of one parameter. */
export const badParameter = (
  error: OauthError,
  parameter: string,
  [code, message]: readonly [ProblemCode, string],
): Refusal => oauthRefusal(error, `${parameter} ${message}.`, [{ parameter, code, message }]);
