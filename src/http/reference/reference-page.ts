import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorsPage } from '../errors/errors-page.ts';
import { sendFixed } from './fixed-answer.ts';
import { type ReferenceSite, referenceSite } from './reference-site.ts';
import { splitTarget } from '../contract/request-target.ts';
import { pagePolicy } from '../contract/page-policy.ts';
import { missingPath } from '../contract/versions.ts';

const contentSecurityPolicy = pagePolicy(
  "connect-src 'self'",
  "img-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
);

/** A relative URL to the same path without its trailing slash. */
const withoutSlash = (path: string): string => `..${path.slice(path.lastIndexOf('/', path.length - 2), -1)}`;

/**
 * Serves the reference and the guides under `/docs`, with files from this origin only, and the page of all error codes
 * under `/docs/errors`.
 */
export function referencePage(document: () => Promise<object>): (app: FastifyInstance) => Promise<void> {
  let site: Promise<ReferenceSite> | undefined;
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { path } = splitTarget(request.originalUrl);
    // The links of a page are relative to its URL without a trailing slash.
    if (path.endsWith('/')) return reply.redirect(withoutSlash(path), 308);
    site ??= document().then(referenceSite);
    const found = await (await site)(path.replace(/^\/docs\/?/, ''));
    if (!found) throw missingPath(path);
    return sendFixed(request, reply.header('content-security-policy', contentSecurityPolicy), found);
  };
  return async (app) => {
    app.get('/docs', answer);
    app.get('/docs/*', answer);
    const errors = errorsPage();
    app.get('/docs/errors', async (_request, reply) =>
      reply.type('text/html; charset=utf-8').header('content-security-policy', errors.policy).send(errors.html),
    );
  };
}
