import type { FastifyInstance } from 'fastify';

/** The methods of each path, collected from the routes as they are added. */
export class KnownPaths {
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
