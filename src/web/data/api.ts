import { type OperationParts, operationRequest } from '../../client/operation-request.ts';
import type { Operations } from '../../client/operations.ts';
import { nextPage } from '../../client/pages.ts';
import { Unreachable } from '../../client/problem.ts';
import { type ApiAnswer, type ApiRequest, createTransport } from '../../client/request.ts';

type Listener<Value> = (value: Value) => void;

/** Told when the service answers that there is no session, or no longer. */
export const onSignedOut = new Set<Listener<void>>();

/** Told when the service does not answer a request. */
export const onUnreachable = new Set<Listener<void>>();

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

interface PageOptions {
  /** The version that the change must apply to. */
  readonly version?: number | undefined;
  /** Sends the request only once: for passwords, where another attempt counts as another guess. */
  readonly once?: true;
}

export type PageRequest = ApiRequest & PageOptions;

/** The parts of an operation. The page puts queries and bodies together at run time, so they have no type. */
export type PageParts = OperationParts & PageOptions;

export interface PageAnswer<Body> extends Omit<ApiAnswer<Body>, 'data'> {
  readonly body: Body;
  /** The path of the next page of a list; null on the last one. */
  readonly next: string | null;
}

/** The body of an answer. */
type BodyOf<Key extends keyof Operations> = Operations[Key] extends { readonly data: infer Body } ? Body : unknown;

export const api = {
  baseUrl: transport.baseUrl,
  /** Sends an operation of the API: `api.send('GET /webhooks/{id}', { path: { id } })`. @throws {Refused} @throws {Unreachable} */
  send: <Key extends keyof Operations>(operation: Key, parts: PageParts = {}): Promise<PageAnswer<BodyOf<Key>>> =>
    sendRequest(operationRequest(operation, parts)),
};

/** Sends a request whose path is known only at run time. @throws {Refused} @throws {Unreachable} */
export async function sendRequest<Body>({ version, once, ...request }: PageRequest): Promise<PageAnswer<Body>> {
  const sent = { ...request, unchanged: version, ...(once && { retries: 0 }) };
  const { data: body, ...answer } = await transport.send<Body>(sent).catch(noteUnreachable);
  return { ...answer, body, next: nextPage(answer.headers) };
}

/** @throws the error, after the listeners know that the service does not answer. */
function noteUnreachable(error: unknown): never {
  if (error instanceof Unreachable && !error.isFinal) for (const listener of onUnreachable) listener();
  throw error;
}
