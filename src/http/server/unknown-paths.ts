import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HeadedRefusal } from '../contract/headed-refusal.ts';
import type { Guards } from '../admission/guards.ts';
import { KnownPaths } from './known-paths.ts';
import { splitTarget } from '../contract/request-target.ts';
import { missingPath } from '../contract/versions.ts';

/** Handles requests without a route. Call it before any route is added, so it learns of every route. */
export function answerUnknownPaths(app: FastifyInstance, guards: Guards): void {
  const known = new KnownPaths(app);
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { path } = splitTarget(request.raw.url ?? '/');
    const methods = known.methods(path);
    const allow = methods.join(', ');
    if (request.method === 'OPTIONS' && allow !== '') return reply.code(204).header('allow', allow).send();
    // A route can find nothing at a path, for example the route for a page's files.
    if (allow === '' || methods.includes(request.method)) throw missingPath(path);
    const detail = `${path} does not support ${request.method}, only ${allow}.`;
    throw new HeadedRefusal('method_not_allowed', detail, { Allow: allow });
  };
  // Only a route that gives up reaches this handler, for example the one for preflights.
  app.setNotFoundHandler(answer);
  // The hook checks the route before the body is read, but after the plugins have added their headers.
  app.after(() => {
    app.addHook('onRequest', async (request, reply) => {
      if (!request.is404) return;
      guards.admitAnonymous(request.ip, request.headers.authorization);
      await answer(request, reply);
    });
  });
}
