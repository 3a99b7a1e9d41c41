import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { Refused, Unreachable } from '../client/problem.ts';
import { createTransport, type Transport } from '../client/request.ts';
import { extendedValue } from '../resources/extended-value.ts';
import { Refusal, type RefusalCode } from '../refusal.ts';

/** The API of an account: that of a running service, or that in this process. */
export interface Service {
  /** With or without the path of the API. */
  readonly url: string;
  readonly token: string;
  /** Sends a request. In this process it needs no socket. */
  readonly fetch: typeof fetch;
  /** Whether the API is in this process, which only stores deliveries for a service to send. */
  readonly isLocal: boolean;
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
  const { data, headers } = await reach(service, (transport) => transport.send({ method, path, body }));
  return { body: data, headers };
}

/** Sends a file as the body of a request, while it is read, and returns the answer. */
export async function streamFile(service: Service, path: string, file: string): Promise<unknown> {
  const body = Readable.toWeb(createReadStream(file));
  const headers = { 'content-disposition': `attachment; filename*=${extendedValue(basename(file))}` };
  const sent = { method: 'POST', path, body, headers, timeoutMs: longestUploadMs };
  return (await reach(service, (transport) => transport.send(sent))).data;
}

/** The body of an answer while it arrives. */
export async function streamedAnswer(service: Service, path: string): Promise<AsyncIterable<Uint8Array>> {
  const { body } = await reach(service, (transport) => transport.open({ path }));
  return body ?? new ReadableStream();
}

/** Asks the service. @throws {Refusal} */
export async function reach<Value>(
  { url, token, fetch, isLocal }: Service,
  ask: (transport: Transport) => Promise<Value>,
): Promise<Value> {
  try {
    const patience = isLocal ? { retries: 0, timeoutMs: longestUploadMs } : { timeoutMs: patienceMs };
    return await ask(createTransport({ url, token, fetch, ...patience }));
  } catch (error) {
    if (!(error instanceof Refused)) throw new Refusal('unavailable', silence(url, error), { cause: error });
    const { code, status, message, problems } = error;
    if (code === 'unknown') throw new Refusal('unavailable', `${url} answered with status ${status}.`);
    throw new Refusal(code as RefusalCode, message, { problems });
  }
}

const silence = (url: string, error: unknown): string =>
  error instanceof Unreachable && error.isFinal
    ? `The server at ${url} is not Plumbline.`
    : `No service answers at ${url}.`;

const patienceMs = 30_000;
const longestUploadMs = 86_400_000;
