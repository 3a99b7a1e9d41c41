import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { grantAccessToken } from '../records/access-tokens.ts';
import { oauthMembers } from '../records/oauth-refusal.ts';
import type { Store } from '../store/store.ts';
import { errorCodes } from './error-codes.ts';
import { sendFault } from './errors.ts';
import { checkGrantMediaType, grantRequest } from './grant-request.ts';
import type { Fault } from './problem-details.ts';

const bodyLimit = 64 * 1024;

interface TokenEndpoint {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly publicUrl: () => string;
}

/** Where OAuth clients get their access tokens (RFC 6749 §3.2), outside of the versioned API. */
export function serveTokenEndpoint(app: FastifyInstance, { store, clock, log, publicUrl }: TokenEndpoint): void {
  app.route({
    method: 'POST',
    url: '/oauth/token',
    bodyLimit,
    config: { operationId: 'createAccessToken' },
    onRequest: async (request) => checkGrantMediaType(request.headers),
    errorHandler: (thrown, request, reply) => void sendFault(thrown, { request, reply, log, publicUrl, told }),
    handler: async (request, reply) => {
      const bytes = request.body instanceof Uint8Array ? request.body : new Uint8Array();
      const answer = await grantAccessToken(store, grantRequest(request.headers, bytes), clock.now());
      reply.code(answer.status).headers({ ...answer.headers });
      return reply.type('application/json; charset=utf-8').send(answer.body);
    },
  });
}

/** What is wrong with the request whoever found it, is `invalid_request` to an OAuth client. */
function told(fault: Fault): Fault {
  const isBodys = [400, 413, 415].includes(errorCodes[fault.code].status);
  if (!isBodys || fault.members?.['error'] !== undefined) return fault;
  return { ...fault, members: { ...fault.members, ...oauthMembers('invalid_request', fault.detail) } };
}
