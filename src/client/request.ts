import { newId } from './new-id.ts';
import { problemOf, Refused, Unreachable } from './problem.ts';
import { type Patience, withRetries } from './retry.ts';
import type { Conditions, Operand, Operands } from './values.ts';
import { keepVersion, type Unchanged, versionIn, versionOf } from './versions.ts';

/** The parameters of a query by name. Undefined ones are left out. */
export type Query = Readonly<Record<string, Operands | Conditions | undefined>>;

/** The options of every request. */
export interface RequestOptions extends Patience {
  /** The idempotency key of a change. Without it, the client draws one. */
  readonly key?: string | undefined;
  /** The record or version that the change must apply to. */
  readonly unchanged?: Unchanged | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A request of the API. `path` is below the version prefix: `/projects/7`. */
export interface ApiRequest extends RequestOptions {
  readonly method?: string;
  readonly path: string;
  readonly query?: Query | undefined;
  readonly body?: unknown;
}

export interface ApiAnswer<Data> {
  readonly data: Data;
  readonly status: number;
  readonly headers: Headers;
  /** The version of the record, from its entity tag; null if the answer has none. */
  readonly version: number | null;
  /** The request's id in the log of the service. */
  readonly requestId: string | null;
}

export interface ClientOptions extends Patience {
  /** The address of the service, with or without the path of the API. */
  readonly url: string;
  /** An API token, or a function that returns the current one. Without it, a browser sends its session cookie. */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** Called with each answer of the service. */
  readonly onAnswer?: ((answer: Response) => void) | undefined;
}

/** Sends requests to the API. Every change has an idempotency key, so the service makes it once. */
export interface Transport {
  /** The URL of the API with its version prefix. */
  readonly baseUrl: string;
  /** Sends a request, and reads the answer. @throws {Refused} @throws {Unreachable} */
  send<Data>(request: ApiRequest): Promise<ApiAnswer<Data>>;
  /** Sends a request. The body of the answer is not read yet. @throws {Refused} @throws {Unreachable} */
  open(request: ApiRequest): Promise<Response>;
}

const apiPath = '/api/2023-01';

export function createTransport(options: ClientOptions): Transport {
  const baseUrl = baseOf(options.url);
  const begin = async <Value>(request: ApiRequest, read: (answer: Response) => Promise<Value>): Promise<Value> => {
    const prepared = prepare(baseUrl, request);
    const { retries = options.retries, timeoutMs = options.timeoutMs, signal = options.signal } = request;
    const patience = { retries: request.body instanceof ReadableStream ? 0 : retries, timeoutMs, signal };
    return await withRetries(patience, () => attempt(options, prepared, patience, read));
  };
  return {
    baseUrl,
    send: <Data>(request: ApiRequest) => begin(request, readAnswer<Data>),
    open: (request) => begin(request, (answer) => Promise.resolve(answer)),
  };
}

/** `https://crm.example.com/api/2023-01`. @throws {TypeError} if the address has a password, which errors would show. */
function baseOf(url: string): string {
  const { username, password, origin, pathname, protocol } = new URL(URL.canParse(url) ? url : 'about:blank');
  if (!/^https?:$/.test(protocol)) throw new TypeError('`url` must be an address such as http://127.0.0.1:3000.');
  if (username !== '' || password !== '') throw new TypeError('`url` must have no user and no password.');
  const path = pathname.replace(/(?<!\/)\/+$/, '');
  return origin + (path.endsWith(apiPath) ? path : path + apiPath);
}

function prepare(baseUrl: string, request: ApiRequest) {
  const { method = 'GET', path, query, body, key, unchanged, headers = {} } = request;
  const type = contentType(body);
  const allHeaders = new Headers();
  if (method !== 'GET') allHeaders.set('idempotency-key', key ?? newId());
  if (type !== null) allHeaders.set('content-type', type);
  if (unchanged !== undefined) allHeaders.set('if-match', `"${versionIn(unchanged)}"`);
  for (const [name, value] of Object.entries(headers)) allHeaders.set(name, value);
  return {
    url: baseUrl + path + queryText(query),
    method,
    headers: allHeaders,
    body: type === json ? JSON.stringify(body) : (body as RequestInit['body']),
  };
}

const json = 'application/json';

/** Null if there is no body, or if `fetch` knows its type. */
function contentType(body: unknown): string | null {
  if (body === undefined || body instanceof FormData || (body instanceof Blob && body.type !== '')) return null;
  return isFile(body) ? 'application/octet-stream' : json;
}

/** Whether a body is sent as it is, and not as JSON. */
export const isFile = (body: unknown): boolean =>
  typeof body === 'string' ||
  ArrayBuffer.isView(body) ||
  [ArrayBuffer, ReadableStream, Blob, FormData].some((kind) => body instanceof kind);

/** `?name=value&…`, or the empty text. */
function queryText(query: Query = {}): string {
  const parameters = Object.entries(query).flatMap(([name, value]) => parametersOf(name, value));
  return parameters.length === 0 ? '' : `?${new URLSearchParams(parameters).toString()}`;
}

/** Several values have commas between; the conditions of an object follow its name in brackets. */
function parametersOf(name: string, value: Query[string]): [string, string][] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[name, String(value ?? 'null')]];
  return Object.entries(value).flatMap(([key, one]) => parametersOf(`${name}[${key}]`, one as Operand | Conditions));
}

/** A timer of more milliseconds fires at once. */
const longestTimerMs = 2 ** 31 - 1;

async function attempt<Value>(
  options: ClientOptions,
  { url, ...asked }: ReturnType<typeof prepare>,
  { timeoutMs = 60_000, signal }: Patience,
  read: (answer: Response) => Promise<Value>,
): Promise<Value> {
  signal?.throwIfAborted();
  await authorize(asked.headers, options.token);
  const timeout = new AbortController();
  const end = (): void => timeout.abort(new Error(`No answer within ${timeoutMs} ms.`));
  const timer = setTimeout(end, Math.min(timeoutMs, longestTimerMs));
  const signals = AbortSignal.any([timeout.signal, ...(signal ? [signal] : [])]);
  // The types of Node lack `duplex`, which a stream needs.
  const sent = { ...asked, redirect: 'manual', signal: signals, duplex: 'half' } as RequestInit;
  try {
    const answer = await (options.fetch ?? fetch)(url, sent);
    options.onAnswer?.(answer);
    return await read(await accepted(answer));
  } catch (error) {
    if (error instanceof Refused || error instanceof Unreachable) throw error;
    signal?.throwIfAborted();
    throw new Unreachable(`The service at ${new URL(url).origin} does not answer.`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** @throws {TypeError} that does not show the token, as that of `fetch` would. */
async function authorize(headers: Headers, token: ClientOptions['token']): Promise<void> {
  if (token === undefined) return;
  const text = typeof token === 'string' ? token : await token();
  if (!/^[\x21-\x7e]+$/.test(text)) throw new TypeError('The token is empty, or has characters that no token has.');
  headers.set('authorization', `Bearer ${text}`);
}

async function accepted(answer: Response): Promise<Response> {
  const { ok, type, status } = answer;
  if (ok || status === 304) return answer;
  if (type === 'opaqueredirect' || (status >= 300 && status < 400))
    throw new Unreachable('The service answers elsewhere: the URL redirects.', { isFinal: true });
  throw new Refused(await problemOf(answer), answer.headers);
}

async function readAnswer<Data>(answer: Response): Promise<ApiAnswer<Data>> {
  const { status, headers } = answer;
  const version = versionOf(headers);
  const data = await dataOf(answer);
  keepVersion(data, version);
  return { data: data as Data, status, headers, version, requestId: headers.get('x-request-id') };
}

/** The parsed JSON; nothing with 204 and 304; the stream of any other answer. */
async function dataOf(answer: Response): Promise<unknown> {
  if (answer.status === 204 || answer.status === 304) return undefined;
  const type = answer.headers.get('content-type') ?? 'text/plain';
  if (!/^(application\/json|text\/(html|plain))\b/.test(type)) return answer.body;
  const text = await answer.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Unreachable('The answer is not from the service: it is no JSON.', { cause, isFinal: true });
  }
}
