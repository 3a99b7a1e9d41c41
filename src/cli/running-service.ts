import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { Refusal, type Problem, type RefusalCode } from '../refusal.ts';
import { apiPrefix } from '../version.ts';

/** A running service, and a token of the account. */
export interface Service {
  /** With or without the path of the API. */
  readonly url: string;
  readonly token: string;
}

interface Answer {
  readonly body: unknown;
  readonly headers: Headers;
}

/**
 * Sends a request to a path below the version prefix.
 * @throws {Refusal} with the service's own reason if it refuses, or if the address does not respond like Plumbline.
 */
export async function askService(service: Service, method: string, path: string, body?: object): Promise<Answer> {
  const response = await send(service, method, path, body);
  const text = await response.text();
  const answered = text === '' ? null : parse(text);
  if (!response.ok) throw refusalOf(answered, `${service.url} answered with status ${response.status}.`);
  if (answered === undefined) throw new Refusal('unavailable', `The server at ${service.url} is not Plumbline.`);
  return { body: answered, headers: response.headers };
}

/** Sends a file as the body of a request, while it is read, and returns the answer. */
export async function streamFile({ url, token }: Service, path: string, file: string): Promise<unknown> {
  // The options of `fetch` in the types of Node lack `duplex`, which a streamed body needs.
  const streamed: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: Readable.toWeb(createReadStream(file)) as ReadableStream,
    duplex: 'half',
  };
  const response = await reached(url, () => fetch(`${baseOf(url)}${apiPrefix}${path}`, streamed));
  const answered = parse(await response.text());
  if (!response.ok) throw refusalOf(answered, `${url} answered with status ${response.status}.`);
  return answered;
}

/** The body of an answer while it arrives. */
export async function streamedAnswer({ url, token }: Service, path: string): Promise<AsyncIterable<Uint8Array>> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await reached(url, () => fetch(`${baseOf(url)}${apiPrefix}${path}`, { headers }));
  if (response.ok && response.body) return response.body;
  throw refusalOf(parse(await response.text()), `${url} answered with status ${response.status}.`);
}

async function reached(url: string, ask: () => Promise<Response>): Promise<Response> {
  try {
    return await ask();
  } catch (cause) {
    throw new Refusal('unavailable', `No service answers at ${url}.`, { cause });
  }
}

async function send({ url, token }: Service, method: string, path: string, body?: object): Promise<Response> {
  return await reached(url, () =>
    fetch(`${baseOf(url)}${apiPrefix}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patienceMs),
    }),
  );
}

function baseOf(url: string): string {
  const base = url.replace(/\/+$/, '');
  return base.endsWith(apiPrefix) ? base.slice(0, -apiPrefix.length) : base;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusalOf(answered: unknown, otherwise: string): Refusal {
  const problem = (answered ?? {}) as { code?: RefusalCode; detail?: string; errors?: Problem[] };
  if (problem.code === undefined || problem.detail === undefined) return new Refusal('unavailable', otherwise);
  return new Refusal(problem.code, problem.detail, { problems: problem.errors ?? [] });
}

const patienceMs = 30_000;
