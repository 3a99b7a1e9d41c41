import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HeadedRefusal } from '../contract/answer.ts';
import { isHttps } from '../contract/service-url.ts';
import type { Guards } from '../admission/guards.ts';
import { credentialOf } from '../contract/credential.ts';
import { shownPath, splitTarget } from '../contract/request-target.ts';
import { missingPath } from '../contract/missing-path.ts';
import type { SendPage } from '../page/serve-page.ts';

interface UnknownPaths {
  readonly guards: Guards;
  /** Sends the page, which says in its own words that a screen is missing. Without it, people get the problem. */
  readonly sendPage?: SendPage;
}

/** Handles requests without a route. Call it before any route is added, so it learns of every route. */
export function answerUnknownPaths(app: FastifyInstance, { guards, sendPage }: UnknownPaths): void {
  const known = new KnownPaths(app);
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { path } = splitTarget(request.raw.url ?? '/');
    const methods = known.methods(path);
    const allow = methods.join(', ');
    if (request.method === 'OPTIONS' && allow !== '') return reply.code(204).header('allow', allow).send();
    // A route can find nothing at a path, for example the route for a page's files.
    if (sendPage && allow === '' && isVisit(request, path)) return sendPage(request, reply.code(404));
    if (allow === '' || methods.includes(request.method)) throw missingPath(shownPath(path));
    const detail = `${shownPath(path)} does not support ${request.method}, only ${allow}.`;
    throw new HeadedRefusal('method_not_allowed', detail, { Allow: allow });
  };
  // The hook of this scope runs for unknown paths only: before the body is read, and after the hooks of plugins.
  app.register(async (scope) => {
    // Only a route that gives up reaches this handler, for example the one for preflights.
    scope.setNotFoundHandler(answer);
    scope.addHook('onRequest', async (request, reply) => {
      const credential = credentialOf(request.headers, isHttps(request));
      guards.admitAnonymous(request.ip, credential?.text);
      await answer(request, reply);
    });
  });
}

/** Whether a person has opened the path in a browser, and not a program. */
const isVisit = ({ method, headers }: FastifyRequest, path: string): boolean =>
  method === 'GET' && /^text\/html\b/.test(headers.accept ?? '') && !/^\/(?:api|assets|docs)(?:\/|$)/.test(path);

/** The methods of each path, collected from the routes as they are added. */
class KnownPaths {
  readonly #paths: { readonly pattern: RegExp; readonly parameters: number; readonly methods: Set<string> }[] = [];
  readonly #byUrl = new Map<string, Set<string>>();

  constructor(app: FastifyInstance) {
    app.addHook('onRoute', ({ url, method }) => {
      // The route `*` handles every preflight and says nothing about a path.
      if (url !== '*') this.#add(url, [method].flat());
    });
  }

  /** The methods for the `Allow` header, including HEAD and OPTIONS; empty if the path does not exist. */
  methods(path: string): readonly string[] {
    const matching = this.#paths.filter(({ pattern }) => pattern.test(path));
    // The router prefers literal segments to parameters, and so must this lookup.
    const [closest] = matching.sort((one, other) => one.parameters - other.parameters);
    return closest ? [...closest.methods, 'OPTIONS'] : [];
  }

  #add(url: string, methods: readonly string[]): void {
    const known = this.#byUrl.get(url) ?? this.#new(url);
    for (const method of methods) known.add(method);
  }

  #new(url: string): Set<string> {
    const methods = new Set<string>();
    const parameter = /:\w+|\*/g;
    const source = url
      .replace(/[\\^$.+?()[\]{}|]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+')
      .replace(/\*/g, '.*');
    this.#paths.push({ pattern: new RegExp(`^${source}$`), parameters: url.match(parameter)?.length ?? 0, methods });
    this.#byUrl.set(url, methods);
    return methods;
  }
}
