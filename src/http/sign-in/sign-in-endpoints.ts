import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseQuery } from '../../schema/query-text.ts';
import { queryRefusal } from '../../refusal.ts';
import { apiPrefix } from '../../version.ts';
import { isHttps } from '../contract/service-url.ts';
import { checkMediaType } from '../contract/media-type.ts';
import { splitTarget } from '../contract/request-target.ts';
import { cookieOf, cookieToSet } from '../contract/session-cookies.ts';
import { isFromBrowser, refuseCrossSite } from '../request/same-origin.ts';
import { signInByLink } from './sign-in-by-link.ts';
import { signInByPassword } from './sign-in-by-password.ts';
import { type SignedIn, type SigningIn, signingInOf, type SignInParts } from './signing-in.ts';

/** The endpoints that start a session. */
const endpoints = [
  { path: '/session', operationId: 'createSession', signIn: signInByPassword },
  { path: '/session/password', operationId: 'usePasswordLink', signIn: signInByLink },
] as const;

const bodyLimit = 64 * 1024;

/** Serves the endpoints that start a session. They need no credential. */
export function serveSignIn(app: FastifyInstance, parts: SignInParts): void {
  for (const { path, operationId, signIn } of endpoints) {
    app.route({
      method: 'POST',
      url: apiPrefix + path,
      bodyLimit,
      config: { operationId },
      onRequest: async (request) => checkHead(request),
      handler: async (request, reply) => {
        const signingIn = signingInOf(request, parts);
        return sendSession(reply, await signIn(signingIn), signingIn);
      },
    });
  }
}

/** A program may sign in as well: it sends neither a cookie nor an origin. */
function checkHead(request: FastifyRequest): void {
  const { headers, raw } = request;
  const session = cookieOf(headers.cookie, 'session', isHttps(request));
  if (session !== undefined || isFromBrowser(request)) refuseCrossSite(request);
  const { values, problems } = parseQuery(splitTarget(raw.url ?? '/').query);
  const message = 'must be absent: this operation takes no parameters';
  const unknown = Object.keys(values).map((parameter) => ({ parameter, code: 'unknown_parameter', message }) as const);
  if (problems.length + unknown.length > 0) throw queryRefusal([...problems, ...unknown]);
  checkMediaType(headers);
}

function sendSession(reply: FastifyReply, { session, isRemembered }: SignedIn, { by, isHttps }: SigningIn) {
  const cookies = [
    cookieToSet('session', by.text, { isHttps, stays: isRemembered }),
    cookieToSet('browser', by.browserText, { isHttps, stays: true }),
  ];
  reply.code(201).headers({ 'set-cookie': cookies, location: `${apiPrefix}/session` });
  return reply.type('application/json; charset=utf-8').send(JSON.stringify({ session }));
}
