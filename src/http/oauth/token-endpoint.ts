import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { type Grant, grantAccessToken, oauthMembers } from '../../records/access/access-tokens.ts';
import type { Store } from '../../store/store.ts';
import { errorCodes } from '../errors/error-codes.ts';
import { sendFault, type Fault } from '../errors/problem-details.ts';
import { checkGrantMediaType, grantRequest } from './grant-request.ts';
import { apiPrefix } from '../../version.ts';

const bodyLimit = 64 * 1024;

interface TokenEndpoint {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly publicUrl: () => string;
}

/** With the version prefix, like every other path, and without it for clients configured with the shorter URL. */
const tokenPaths = [`${apiPrefix}/oauth/token`, '/oauth/token'] as const;

/** Serves the token endpoint for OAuth clients (RFC 6749 §3.2). */
export function serveTokenEndpoint(app: FastifyInstance, by: TokenEndpoint): void {
  for (const url of tokenPaths) serveTokenPath(app, url, by);
}

function serveTokenPath(app: FastifyInstance, url: string, { store, clock, log, publicUrl }: TokenEndpoint): void {
  app.route({
    method: 'POST',
    url,
    bodyLimit,
    config: { operationId: 'createAccessToken' },
    onRequest: async (request) => checkGrantMediaType(request.headers),
    errorHandler: (thrown, request, reply) =>
      void sendFault(thrown, { request, reply, log, publicUrl, told: toldFault }),
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
function toldFault(fault: Fault): Fault {
  // RFC 6749 §5.2 requires the authentication scheme in the response.
  if (fault.members?.['error'] === 'invalid_client') {
    return { ...fault, headers: { ...fault.headers, 'www-authenticate': 'Basic realm="Plumbline"' } };
  }
  const isBodys = [400, 413, 415].includes(errorCodes[fault.code].status);
  if (!isBodys || fault.members?.['error'] !== undefined) return fault;
  return { ...fault, members: { ...fault.members, ...oauthMembers('invalid_request', fault.detail) } };
}
