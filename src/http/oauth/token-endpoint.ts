import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import {
  type Grant,
  grantAccessToken,
  oauthMembers,
  type GrantRequest,
  badParameter,
  oauthRefusal,
} from '../../records/access/access-tokens.ts';
import type { Store } from '../../store/store.ts';
import { errorCodes } from '../errors/error-codes.ts';
import { sendFault, type RequestFault } from '../errors/problem-details.ts';
import { apiPrefix } from '../../version.ts';
import { decode, parseQuery } from '../../schema/query-text.ts';
import { Refusal } from '../../refusal.ts';
import { checkMediaType } from '../contract/media-type.ts';
import { parseBody } from '../request/body.ts';

const bodyLimit = 64 * 1024;

interface TokenEndpoint {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
}

/** With the version prefix, like every other path, and without it for clients configured with the shorter URL. */
const tokenPaths = [`${apiPrefix}/oauth/token`, '/oauth/token'] as const;

/** Serves the token endpoint for OAuth clients (RFC 6749 §3.2). */
export function serveTokenEndpoint(app: FastifyInstance, by: TokenEndpoint): void {
  for (const url of tokenPaths) serveTokenPath(app, url, by);
}

function serveTokenPath(app: FastifyInstance, url: string, { store, clock, log }: TokenEndpoint): void {
  app.route({
    method: 'POST',
    url,
    bodyLimit,
    config: { operationId: 'createAccessToken' },
    onRequest: async (request) => checkGrantMediaType(request.headers),
    errorHandler: (thrown, request, reply) => void sendFault(thrown, { request, reply, log, told: toldFault }),
    handler: async (request, reply) => {
      const bytes = request.body instanceof Uint8Array ? request.body : new Uint8Array();
      const grant = await grantAccessToken(store, grantRequest(request.headers, bytes), clock.now());
      reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(told(grant)));
    },
  });
}

/** The response body for a grant (RFC 6749 §5.1). */
const told = ({ token, expiresIn, scopes }: Grant): object => ({
  access_token: token,
  token_type: 'Bearer',
  expires_in: expiresIn,
  scope: scopes.join(' '),
});

/** Adapts a fault for OAuth clients. A fault of the request itself becomes `invalid_request`. */
function toldFault(fault: RequestFault): RequestFault {
  // RFC 6749 §5.2 requires the authentication scheme in the response.
  if (fault.members?.['error'] === 'invalid_client') {
    return { ...fault, headers: { ...fault.headers, 'www-authenticate': 'Basic realm="Plumbline"' } };
  }
  const isBodys = [400, 413, 415].includes(errorCodes[fault.code].status);
  if (!isBodys || fault.members?.['error'] !== undefined) return fault;
  return { ...fault, members: { ...fault.members, ...oauthMembers('invalid_request', fault.detail) } };
}

type Parameters = Readonly<Record<string, string>>;

/** @throws {Refusal} `unsupported_media_type` if the body is neither a form nor JSON, or has a content coding. */
function checkGrantMediaType(headers: IncomingHttpHeaders): void {
  checkMediaType(isForm(headers) ? { ...headers, 'content-type': 'application/json' } : headers);
}

const isForm = (headers: IncomingHttpHeaders): boolean =>
  /^application\/x-www-form-urlencoded\s*(;\s*charset="?utf-?8"?\s*)?$/i.test(headers['content-type'] ?? '');

/**
 * Parses an access token request (RFC 6749 §4.4.2). The client's credentials are in the body or in HTTP Basic
 * (§2.3.1). As §3.2 requires, unknown parameters are ignored, and parameters without a value count as absent.
 * @throws {Refusal} with RFC 6749's `error`.
 */
function grantRequest(headers: IncomingHttpHeaders, bytes: Uint8Array): GrantRequest {
  const given = isForm(headers) ? formParameters(bytes) : jsonParameters(parseBody(bytes));
  checkGrantType(given['grant_type']);
  const { clientId, clientSecret } = credentials(headers.authorization, given);
  return { clientId, clientSecret, scope: given['scope'] };
}

const known = ['grant_type', 'client_id', 'client_secret', 'scope'] as const;

function checkGrantType(grantType: string | undefined): void {
  if (grantType === undefined) throw badParameter('invalid_request', 'grant_type', ['required', 'is required']);
  if (grantType === 'client_credentials') return;
  throw badParameter('unsupported_grant_type', 'grant_type', ['not_allowed', 'must be client_credentials']);
}

function formParameters(bytes: Uint8Array): Parameters {
  const { values, problems } = parseQuery(Buffer.from(bytes).toString('utf8'));
  if (problems.length > 0) throw oauthRefusal('invalid_request', 'The form is not valid.', problems);
  return withValue(values);
}

function jsonParameters(body: unknown): Parameters {
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Refusal('malformed_json', 'The body must be a form or a JSON object.');
  }
  const sent = body as Readonly<Record<string, unknown>>;
  const problems = known
    .filter((name) => ![undefined, null].includes(sent[name] as null) && typeof sent[name] !== 'string')
    .map((parameter) => ({ parameter, code: 'wrong_type' as const, message: 'must be a string' }));
  if (problems.length > 0) throw oauthRefusal('invalid_request', 'The parameters must be strings.', problems);
  return withValue(sent);
}

const withValue = (values: Readonly<Record<string, unknown>>): Parameters =>
  Object.fromEntries(
    known.flatMap((name) => (typeof values[name] === 'string' && values[name] !== '' ? [[name, values[name]]] : [])),
  );

/** The client's credentials. A request must use one authentication method, not both. */
function credentials(authorization: string | undefined, given: Parameters) {
  const { client_id: clientId, client_secret: clientSecret } = given;
  const basic = /^basic(?: +([^ ].*))?$/i.exec(authorization?.trim() ?? '');
  if (!basic) {
    if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret };
    throw oauthRefusal('invalid_client', 'Send client_id and client_secret, in the body or by HTTP Basic.');
  }
  const proven = basicCredentials(basic[1] ?? '');
  if (clientSecret !== undefined) {
    throw badParameter('invalid_request', 'client_secret', ['not_allowed', 'must be absent if you use HTTP Basic']);
  }
  if (clientId === undefined || clientId === proven.clientId) return proven;
  throw badParameter('invalid_request', 'client_id', ['not_allowed', 'must equal the id in HTTP Basic, or be absent']);
}

function basicCredentials(encoded: string) {
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  const [clientId, clientSecret] = [id, secret].map((part) => (part === undefined ? part : decode(part)));
  if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret };
  throw oauthRefusal('invalid_client', 'HTTP Basic needs client_id:client_secret in Base64.');
}
