import { type FollowOptions, followEvents, type StreamedEvent } from './events.ts';
import { type OperationParts, operationRequest } from './operation-request.ts';
import type { Operations } from './operations.ts';
import {
  type FieldsOf,
  type IncludesOf,
  type Part,
  type Plural,
  type RecordMethods,
  recordMethods,
  type Selection,
} from './record-methods.ts';
import { type ApiAnswer, type ClientOptions, createTransport, type Query, type RequestOptions } from './request.ts';

export type { StreamedEvent } from './events.ts';
export type { Operations, Schemas } from './operations.ts';
export { EventsLost, type Fault, type ProblemCode, Refused, Unreachable } from './problem.ts';
export type { ApiAnswer, ClientOptions, RequestOptions } from './request.ts';

/** The path, the query and the body of an operation. `query` also has `fields` and `include`. */
type CallParts<Op, Field> = Pick<Op, keyof Op & ('path' | 'query' | 'body')> & {
  readonly query?: Selection<Op, Field, IncludesOf<Op>>;
};

/** They are optional if none of them is required. */
type CallArguments<Op, Parts> =
  object extends Pick<Op, keyof Op & ('path' | 'query' | 'body')>
    ? [call?: Parts & RequestOptions]
    : [call: Parts & RequestOptions];

interface GeneralMethods {
  /** Sends any operation of the API: `request('POST /webhooks/{id}/test', {path: {id}})`. */
  request<Key extends keyof Operations, const Field extends FieldsOf<Operations[Key]> = never>(
    operation: Key,
    ...call: CallArguments<Operations[Key], CallParts<Operations[Key], Field>>
  ): Promise<ApiAnswer<Part<Operations[Key], [Field] extends [never] ? 'data' : 'sparse'>>>;
  /** Follows the events of the account, and connects again whenever the connection ends. @throws {EventsLost} */
  events(options?: FollowOptions): AsyncGenerator<StreamedEvent>;
  /** Searches several families of records. */
  search(
    query: Operations['GET /search']['query'],
    options?: RequestOptions,
  ): Promise<Operations['GET /search']['data']['search']>;
}

/** The API of a service. Each list has its methods: `crm.projects.get('17')`. */
export type Client = GeneralMethods & { readonly [Name in Plural]: RecordMethods<Name> };

/** A client of the service at a URL. It sends nothing yet. */
export function createClient(options: ClientOptions): Client {
  const transport = createTransport(options);
  const own: Record<string, unknown> = {
    request: (operation: string, parts?: OperationParts) => transport.send(operationRequest(operation, parts)),
    events: ({ signal = options.signal, ...more }: FollowOptions = {}) => followEvents(transport, { ...more, signal }),
    search: async (query: Query, more?: RequestOptions) =>
      (await transport.send<{ readonly search: unknown }>({ ...more, path: '/search', query })).data.search,
  };
  // A list is made when a program first names it. An object with `then` would count as a promise.
  const get = (known: typeof own, name: string | symbol): unknown =>
    typeof name === 'symbol' || name === 'then' ? undefined : (known[name] ??= recordMethods(transport, name));
  return new Proxy(own, { get }) as unknown as Client;
}
