import { buffer } from 'node:stream/consumers';
import type { Client as TypedClient } from '../../../src/client/client.ts';
import type { Client, Json, Reply } from '../../support/service/client.ts';
import type { TestService } from '../../support/service/service.ts';

type Texts = Readonly<Record<string, string>>;

/** A request of the story. Parts that the request does not need are absent. */
export interface Part {
  readonly path?: Texts;
  readonly query?: Texts;
  readonly body?: unknown;
  readonly headers?: Texts;
  /** The client that sends it, by default the admin's program. */
  readonly by?: Pick<Client, 'send'>;
  /** The name of the example within its operation. */
  readonly name?: string;
  /** The caption of the example. */
  readonly summary?: string;
}

/** A request that the service refuses, given by its operation or by an address. */
export interface Refused extends Part {
  readonly id?: string;
  readonly at?: string;
  /** The name of the example, if it differs from the code. */
  readonly as?: string;
}

interface Example {
  readonly summary?: string;
  readonly request?: unknown;
  readonly answer?: unknown;
}

interface Recorded {
  readonly path?: Texts;
  readonly query?: Texts;
  readonly examples: Record<string, Example>;
}

interface Route {
  readonly method: string;
  readonly path: string;
  /** Those of a success. */
  readonly statuses: readonly number[];
}

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly operationId?: string; readonly responses?: object }>>>
  >;
}

const minute = 60_000;

/** Sends the requests of the story to a service, one a minute, and records requests and responses. */
export class Player {
  readonly service: TestService;
  readonly operations: Record<string, Recorded> = {};
  readonly problems: Record<string, unknown> = {};
  readonly messages: Record<string, unknown> = {};
  readonly #crm: TypedClient | undefined;
  readonly #routes: ReadonlyMap<string, Route>;
  #requests = 0;

  private constructor(service: TestService, document: Document, crm: TypedClient | undefined) {
    this.service = service;
    this.#crm = crm;
    this.#routes = routesOf(document);
  }

  /** @param crm sends the requests of the admin's program that the service accepts. */
  static async of(service: TestService, crm?: TypedClient): Promise<Player> {
    return new Player(service, (await service.document()) as Document, crm);
  }

  /** Sends the request of an operation and records it as an example. @returns the body of the response. */
  async play(id: string, part: Part = {}): Promise<Json> {
    const route = this.#route(id);
    const { status, body, text } = await (this.#crm && !part.by
      ? this.#request(this.#crm, route, part)
      : this.#send(route, part));
    if (!route.statuses.includes(status)) throw new Error(`${id} was answered with ${status}: ${text}`);
    this.keep(id, part, body);
    return body;
  }

  /** Records an example that `play` cannot send. */
  keep(id: string, { path, query, body, headers, name = 'example', summary }: Part, answer: unknown): void {
    const request = requestOf(body, headers?.['content-type']);
    const recorded = (this.operations[id] ??= { ...(path && { path }), ...(query && { query }), examples: {} });
    recorded.examples[name] = {
      ...(summary !== undefined && { summary }),
      ...(request !== undefined && { request }),
      ...(answer !== undefined && { answer }),
    };
  }

  /** Sends a request that the service refuses, and records the problem as the example of its code. */
  async refuse(code: string, { id, at = '/', as = code, ...part }: Refused): Promise<void> {
    const route = id === undefined ? { method: 'GET', path: at } : this.#route(id);
    const { body, text } = await this.#send(route, part);
    if (body?.error !== code) throw new Error(`not refused with ${code}: ${text}`);
    this.problems[as] = body;
  }

  #route(id: string): Route {
    const route = this.#routes.get(id);
    if (!route) throw new Error(`there is no operation ${id}`);
    return route;
  }

  async #send(route: Omit<Route, 'statuses'>, part: Part): Promise<Reply> {
    const { by = this.service.first } = part;
    const filled = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(part.path?.[name] ?? ''));
    const query = part.query ? `?${new URLSearchParams(part.query).toString()}` : '';
    return await by.send(route.method, filled + query, part.body, this.#headersOf(part));
  }

  async #request(crm: TypedClient, { method, path }: Route, part: Part): Promise<Omit<Reply, 'headers'>> {
    const parts = { ...part, headers: this.#headersOf(part) };
    const { status, data } = await crm.request(`${method} ${path}` as 'GET /projects', parts);
    // A file keeps its byte order mark, which `text()` would leave out.
    const file = (data as unknown) instanceof ReadableStream ? (await buffer(data as never)).toString() : undefined;
    return { status, body: file ?? (data as Json), text: file ?? JSON.stringify(data) };
  }

  /** Each request is a minute after the one before, and has an id that does not change. */
  #headersOf({ headers }: Part): Texts {
    this.service.clock.advance(minute);
    this.#requests += 1;
    return { 'x-request-id': `req_${String(this.#requests).padStart(22, '0')}`, ...headers };
  }
}

/** Returns a form body as an object, because the example of a form is an object. */
const requestOf = (body: unknown, type: string | undefined): unknown =>
  typeof body === 'string' && type === 'application/x-www-form-urlencoded'
    ? Object.fromEntries(new URLSearchParams(body))
    : body;

const routesOf = ({ paths }: Document): Map<string, Route> =>
  new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, { operationId, responses = {} }]) =>
        operationId === undefined
          ? []
          : [[operationId, { method: method.toUpperCase(), path, statuses: successesIn(responses) }] as const],
      ),
    ),
  );

const successesIn = (responses: object): number[] =>
  Object.keys(responses)
    .map(Number)
    .filter((status) => status < 300);
