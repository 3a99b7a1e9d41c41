import type { FastifyInstance } from 'fastify';

/** Which methods each path has, learnt from the routes as they are added. */
export class KnownPaths {
  readonly #paths: { readonly pattern: RegExp; readonly parameters: number; readonly methods: Set<string> }[] = [];
  readonly #byUrl = new Map<string, Set<string>>();

  constructor(app: FastifyInstance) {
    app.addHook('onRoute', ({ url, method }) => {
      // Catches every preflight of another origin, so it says nothing about a path.
      if (url !== '*') this.#add(url, [method].flat());
    });
  }

  /** For the header `Allow`, HEAD and OPTIONS included; empty when there is no such path. */
  methods(path: string): readonly string[] {
    const matching = this.#paths.filter(({ pattern }) => pattern.test(path));
    // The router prefers what is spelt out to a parameter, and so must this.
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
