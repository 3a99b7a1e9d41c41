import { checkAgainstDocument } from './checked.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each test knows the type of its responses
export type Json = any;

/** A response as a client sees it. */
export interface Reply {
  readonly status: number;
  readonly body: Json;
  readonly text: string;
  readonly headers: Headers;
}

type Headings = Readonly<Record<string, string>>;

/** Returns the header of a request that acts as a user. */
export const actingAs = ({ id }: Json): Headings => ({ 'plumbline-acting-user': id });

/** Returns the keys that a query selects with `fields` and adds with `include`; undefined without `fields`. */
function fieldsOf(query: URLSearchParams): string[] | undefined {
  const namesIn = (parameter: string): string[] =>
    [parameter, `${parameter}[]`].flatMap((name) => query.getAll(name)).flatMap((names) => names.split(','));
  const selected = namesIn('fields');
  return selected.length === 0 ? undefined : [...selected, ...namesIn('include')];
}

/** A client like that of an integrator. It checks every response against the document. */
export class Client {
  readonly #url: string;
  readonly #token: string | null;
  readonly #document: () => Promise<object>;

  constructor(url: string, token: string | null, document: () => Promise<object>) {
    this.#url = url;
    this.#token = token;
    this.#document = document;
  }

  get = (path: string, headers?: Headings): Promise<Reply> => this.send('GET', path, undefined, headers);
  post = (path: string, body?: unknown, headers?: Headings): Promise<Reply> => this.send('POST', path, body, headers);
  put = (path: string, body: unknown, headers?: Headings): Promise<Reply> => this.send('PUT', path, body, headers);
  patch = (path: string, body: unknown, headers?: Headings): Promise<Reply> => this.send('PATCH', path, body, headers);
  delete = (path: string, headers?: Headings): Promise<Reply> => this.send('DELETE', path, undefined, headers);

  /** Returns the address of a path below the version prefix. */
  address = (path: string): string => (path.startsWith('http') ? path : `${this.#url}/api/2023-01${path}`);

  async send(method: string, path: string, body?: unknown, headers: Headings = {}): Promise<Reply> {
    const address = this.address(path);
    const response = await fetch(address, {
      method,
      headers: {
        ...(this.#token === null ? {} : { authorization: `Bearer ${this.#token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    // `text()` would leave out the byte order mark of a file.
    const text = Buffer.from(await response.arrayBuffer()).toString('utf8');
    const parsed: Json = bodyOf(text, response.headers.get('content-type'));
    checkAgainstDocument(await this.#document(), {
      method,
      path: new URL(address).pathname,
      fields: fieldsOf(new URL(address).searchParams),
      status: response.status,
      contentType: response.headers.get('content-type'),
      headers: [...response.headers.keys()],
      body: parsed,
    });
    return { status: response.status, body: parsed, text, headers: response.headers };
  }
}

/** Returns the value of a body in JSON, the text of a file, and undefined without a body. */
function bodyOf(text: string, contentType: string | null): Json {
  if (/^text\/(csv|calendar)|^application\/(x-ndjson|gzip|octet-stream)/.test(contentType ?? '')) return text;
  return text === '' ? undefined : JSON.parse(text);
}

/** Returns the pointer and the code of each fault in a response, in the order of the pointers. */
export const faults = ({ body: { errors } }: Reply): [pointer: string, code: string][] =>
  errors.map(({ pointer, code }: Json) => [pointer, code]).sort();
