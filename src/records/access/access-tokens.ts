import { timingSafeEqual } from 'node:crypto';
import type { TokenScope } from '../../resources/vocabulary/choices.ts';
import type { Queryable } from '../../database/engine.ts';
import { findClient, insertAccessToken, type ProvenBy, touchClient } from '../../store/access/oauth-clients.ts';
import type { Store } from '../../store/store.ts';
import { isClientId, newTokenText, tokenHash } from '../../store/access/tokens.ts';
import { inOrder } from '../rights.ts';
import { type Problem, type ProblemCode, Refusal, type RefusalCode } from '../../refusal.ts';

/** Seconds. */
const lifetime = 3600;

/** A client's request for an access token. */
export interface GrantRequest {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Separated by spaces; defaults to all scopes of the client. */
  readonly scope?: string | undefined;
}

/** An access token, which is shown only once. */
export interface Grant {
  readonly token: string;
  readonly scopes: readonly TokenScope[];
  /** In seconds. */
  readonly expiresIn: number;
}

/** An unknown client takes the same time and gets the same answer as a wrong secret. */
async function provenClient(engine: Queryable, { clientId, clientSecret }: GrantRequest, at: Date): Promise<ProvenBy> {
  const client = isClientId(clientId) ? await findClient(engine, clientId, at) : null;
  const kept = Buffer.from(client?.secret_hash ?? tokenHash(''), 'hex');
  const isRight = timingSafeEqual(kept, Buffer.from(tokenHash(clientSecret), 'hex'));
  if (client === null || !isRight) throw unknownClient();
  return client;
}

const unknownClient = () => oauthRefusal('invalid_client', 'There is no client with this id and this secret.');

function grantedScopes(scope: string | undefined, client: ProvenBy): TokenScope[] {
  const wanted = (scope ?? '').split(' ').filter(Boolean);
  if (wanted.length === 0) return inOrder(client.scopes);
  const all = client.scopes as readonly string[];
  if (wanted.every((one) => all.includes(one))) return inOrder(wanted as TokenScope[]);
  throw badParameter('invalid_scope', 'scope', [
    'not_allowed',
    `must be one or more of ${inOrder(client.scopes).join(' ')}`,
  ]);
}

/** An hour from now, or the client's expiry if that is earlier. */
function endOf({ expires_at: clientEnds }: ProvenBy, at: Date): Date {
  const hour = at.getTime() + lifetime * 1000;
  return new Date(clientEnds === null ? hour : Math.min(hour, Date.parse(clientEnds)));
}

/**
 * Gives a client an access token for an hour (RFC 6749 §4.4). The token acts as the user who created the client.
 * @throws {Refusal} with RFC 6749's `error`.
 */
export async function grantAccessToken({ engine }: Store, request: GrantRequest, at: Date): Promise<Grant> {
  const client = await provenClient(engine, request, at);
  const scopes = grantedScopes(request.scope, client);
  const text = newTokenText();
  const expiresAt = endOf(client, at);
  const token = { text, scopes, expiresAt };
  const one = { accountId: client.account_id, id: client.id };
  const isMade = await engine.transaction((transaction) => insertAccessToken(transaction, one, token, at));
  if (!isMade) throw unknownClient();
  await touchClient(engine, client, at);
  return { token: text, scopes, expiresIn: Math.floor((expiresAt.getTime() - at.getTime()) / 1000) };
}

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
