import { nextPage } from '../../client/pages.ts';
import { type ApiAnswer, type ApiRequest, createTransport } from '../../client/request.ts';

type Listener<Value> = (value: Value) => void;

/** Told when the service answers that there is no session, or no longer. */
export const onSignedOut = new Set<Listener<void>>();

/** Told the version of the firm's small records (users, stages, lists) that an answer was made from. */
export const onDirectoryVersion = new Set<Listener<string>>();

/** The requests of the page, which its session cookie authenticates. */
export const transport = createTransport({
  url: new URL('/', window.location.href).href,
  onAnswer: ({ status, headers, url }) => {
    if (status === 401 && !url.endsWith('/session')) for (const listener of onSignedOut) listener();
    const version = headers.get('plumbline-directory-version');
    if (version !== null) for (const listener of onDirectoryVersion) listener(version);
  },
});

export interface PageRequest extends ApiRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The version that the change must apply to. */
  readonly version?: number | undefined;
  /** Sends the request only once: for passwords, where another attempt counts as another guess. */
  readonly once?: true;
}

export interface PageAnswer<Body> extends Omit<ApiAnswer<Body>, 'data'> {
  readonly body: Body;
  /** The path of the next page of a list; null on the last one. */
  readonly next: string | null;
}

export const api = {
  baseUrl: transport.baseUrl,
  /** @throws {Refused} @throws {Unreachable} */
  async send<Body>({ version, once, ...request }: PageRequest): Promise<PageAnswer<Body>> {
    const asked = { ...request, unchanged: version, ...(once && { retries: 0 }) };
    const { data: body, ...answer } = await transport.send<Body>(asked);
    return { ...answer, body, next: nextPage(answer.headers) };
  },
};
