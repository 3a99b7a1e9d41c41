import { problemOf, Refused, Unreachable, versionOf } from './problem.ts';

/** A request of the API. `path` is below the version prefix: `/projects/7`. */
export interface ApiRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Query;
  readonly body?: unknown;
  /** The version that the change must apply to, as `If-Match`. */
  readonly version?: number | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Sends the request only once: for passwords, where another attempt counts as another guess. */
  readonly once?: true;
}

/** The parameters of a query by name. Undefined ones are left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

export interface ApiAnswer<Body> {
  readonly status: number;
  readonly body: Body;
  /** The version of the record, from its entity tag; null if the answer has none. */
  readonly version: number | null;
  /** Path and query of the next page of a list; null on the last one. */
  readonly next: string | null;
  readonly headers: Headers;
}

export interface ClientOptions {
  /** The URL of the API with its version prefix: `https://crm.example.com/api/2023-01`. */
  readonly baseUrl: string;
  /** An API token. Without it, a browser sends its session cookie. */
  readonly token?: string;
  readonly fetch?: typeof fetch;
  /** Called with each answer of the service. */
  readonly onAnswer?: (answer: Response) => void;
}

/** Sends requests to the API. */
export interface Client {
  readonly baseUrl: string;
  /**
   * Sends a request. Waits and tries again if the service asks for it (429, 503), or if the connection fails: every
   * change has an idempotency key, so the service makes it once.
   * @throws {Refused} for any other answer of 400 and above. @throws {Unreachable} if no attempt reached the service.
   */
  send<Body>(request: ApiRequest): Promise<ApiAnswer<Body>>;
  /** Sends a request once and returns the answer as it is. */
  open(request: ApiRequest): Promise<Response>;
}

const attempts = 3;

export function createClient(options: ClientOptions): Client {
  const open = (request: ApiRequest): Promise<Response> => fetchOnce(options, request);
  const send = async <Body>(request: ApiRequest): Promise<ApiAnswer<Body>> => {
    const keyed = withKey(request);
    for (let attempt = 1; ; attempt += 1) {
      const answer = await open(keyed).catch((error: unknown) =>
        failedAttempt(error, request.once ? attempts : attempt, request.signal),
      );
      if (answer === null) continue;
      if (answer.ok) return await answerOf<Body>(answer);
      const wait = attempt < attempts && !request.once ? secondsToWait(answer) : null;
      if (wait === null) throw new Refused(await problemOf(answer), answer.headers);
      await pause(wait * 1000, request.signal);
    }
  };
  return { baseUrl: options.baseUrl, send, open };
}

/** Gives a change the key under which the service makes it only once. */
function withKey(request: ApiRequest): ApiRequest {
  if ((request.method ?? 'GET') === 'GET') return request;
  return { ...request, headers: { 'idempotency-key': crypto.randomUUID(), ...request.headers } };
}

async function fetchOnce(options: ClientOptions, request: ApiRequest): Promise<Response> {
  const { method = 'GET', path, query, body, version, headers, signal } = request;
  const answer = await (options.fetch ?? fetch)(options.baseUrl + path + queryText(query), {
    method,
    headers: {
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  });
  options.onAnswer?.(answer);
  return answer;
}

/** `?name=value&…`, or the empty text. */
function queryText(query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()}`;
}

/** Returns null after a pause if the request may be sent again. */
async function failedAttempt(error: unknown, attempt: number, signal: AbortSignal | undefined): Promise<null> {
  if (signal?.aborted) throw error;
  if (attempt >= attempts) throw new Unreachable('The service does not answer.', { cause: error });
  await pause(attempt * 500, signal);
  return null;
}

const longestWaitSeconds = 30;

/** The time that the service asks to wait; null if it does not, or if it is too long for a person. */
function secondsToWait({ status, headers }: Response): number | null {
  if (status !== 429 && status !== 503) return null;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds <= longestWaitSeconds ? seconds : null;
}

async function answerOf<Body>(answer: Response): Promise<ApiAnswer<Body>> {
  const { status, headers } = answer;
  const body = (status === 204 || status === 304 ? undefined : await answer.json()) as Body;
  return { status, body, version: versionOf(headers), next: nextOf(headers), headers };
}

function nextOf(headers: Headers): string | null {
  const [, target] = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '') ?? [];
  return target ?? null;
}

const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new DOMException('Aborted', 'AbortError'));
    });
  });
