import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';
import type { Guards } from './guards.ts';
import { KnownPaths } from './known-paths.ts';
import { splitTarget } from './request-target.ts';
import { missingPath } from './versions.ts';

/** Answers what no route serves. To be called before any route is added, to learn of them all. */
export function answerUnknownPaths(app: FastifyInstance, guards: Guards): void {
  const known = new KnownPaths(app);
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { path } = splitTarget(request.raw.url ?? '/');
    const methods = known.methods(path);
    const allow = methods.join(', ');
    if (request.method === 'OPTIONS' && allow !== '') return reply.code(204).header('allow', allow).send();
    // A route may find that it has nothing there, as the one for the files of a page.
    if (allow === '' || methods.includes(request.method)) throw missingPath(path);
    const detail = `${path} has no method ${request.method}; it has ${allow}.`;
    throw new Refusal('method_not_allowed', detail, { headers: { Allow: allow } });
  };
  // Reached only by a route that gives up, such as the one for preflights.
  app.setNotFoundHandler(answer);
  // The route is judged first of all, so before the body is read; but after the plugins have added their headers.
  app.after(() => {
    app.addHook('onRequest', async (request, reply) => {
      if (!request.is404) return;
      guards.admitAnonymous(request.ip, request.headers.authorization);
      await answer(request, reply);
    });
  });
}
