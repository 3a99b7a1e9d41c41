import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { partsOf, signatureOf } from './signature.ts';

/** A fault of the store in place of its response. `cut` ends the connection without one. */
export type StubFault = 'unavailable' | 'cut' | 'short';

/** A small S3-compatible store in memory, with one bucket. It refuses wrong signatures, hashes and lengths. */
export interface S3Stub extends AsyncDisposable {
  /** The address of the bucket with a prefix. */
  readonly url: string;
  readonly keys: { readonly keyId: string; readonly secret: string };
  readonly objects: Map<string, Buffer>;
  /** The method of each request, in order. */
  readonly methods: string[];
  /** Lets the next requests fail; `undefined` stands for one that does not. */
  failNext(...faults: (StubFault | undefined)[]): void;
  /** Holds up the next request with a method. Resolves once it is there, with the way to let it go on. */
  holdNext(method: string): Promise<() => void>;
  /** Stops to answer, until `resume`. */
  stop(): Promise<void>;
  resume(): Promise<void>;
}

const keys = { keyId: 'stub-key', secret: 'stub-secret/with+signs' };
const bucket = '/firm-files';

/** @param perPage the objects of a page of the list. */
export async function startS3Stub(perPage = 3): Promise<S3Stub> {
  const objects = new Map<string, Buffer>();
  const faults: (StubFault | undefined)[] = [];
  const methods: string[] = [];
  const holds = new Map<string, (goOn: () => void) => void>();
  const server = createServer((request, response) => {
    const { method = '' } = request;
    methods.push(method);
    const goOn = () => void answer({ request, response, objects, perPage, fault: faults.shift() });
    const hold = holds.get(method) ?? ((unheld) => unheld());
    holds.delete(method);
    hold(goOn);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return {
    ...{ url: `http://127.0.0.1:${port}${bucket}/plumb%20line`, keys, objects, methods },
    holdNext: (method) => new Promise((resolve) => void holds.set(method, resolve)),
    failNext: (...next) => void faults.push(...next),
    stop,
    resume: () => listen(port),
    [Symbol.asyncDispose]: stop,
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly objects: Map<string, Buffer>;
  readonly perPage: number;
  readonly fault: StubFault | undefined;
}

async function answer(exchange: Exchange): Promise<void> {
  const { request, response, fault } = exchange;
  if (fault === 'cut') {
    request.socket.destroy();
    return;
  }
  const body = await buffer(request).catch(() => Buffer.alloc(0));
  const wrong = faultOf(request, body);
  if (fault === 'unavailable') refuse(response, 503, 'SlowDown');
  else if (wrong !== null) refuse(response, 403, wrong);
  else serve(exchange, body);
}

/** Does what a sound request asks for. */
function serve(exchange: Exchange, body: Buffer): void {
  const { request, response, objects } = exchange;
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://stub');
  const key = decodeURIComponent(pathname).slice(bucket.length + 1);
  if (pathname === bucket) list(exchange, searchParams);
  else if (!pathname.startsWith(`${bucket}/`)) refuse(response, 404, 'NoSuchBucket');
  else if (request.method === 'PUT' || request.method === 'DELETE') {
    if (request.method === 'PUT') objects.set(key, body);
    else objects.delete(key);
    response.writeHead(200).end();
  } else give(exchange, objects.get(key));
}

/** The code of what is wrong in a request; null for nothing. */
function faultOf({ method = '', url = '', headers }: IncomingMessage, body: Buffer): string | null {
  const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const stated = partsOf(flat['authorization'] ?? '');
  if (stated?.keyId !== keys.keyId) return 'InvalidAccessKeyId';
  const isSigned = signatureOf({ method, target: url, headers: flat }, keys.secret) === stated.signature;
  if (!isSigned || !['host', 'x-amz-content-sha256'].every((name) => stated.names.includes(name)))
    return 'SignatureDoesNotMatch';
  return isWhole(flat, body) ? null : 'XAmzContentSHA256Mismatch';
}

/** Whether a body has the stated hash, and the stated length if it is not empty. */
function isWhole(headers: Readonly<Record<string, string>>, body: Buffer): boolean {
  const isAnnounced = body.length === 0 || headers['content-length'] === String(body.length);
  return isAnnounced && createHash('sha256').update(body).digest('hex') === headers['x-amz-content-sha256'];
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}

function give({ request, response, fault }: Exchange, object: Buffer | undefined): void {
  if (object === undefined) {
    refuse(response, 404, 'NoSuchKey');
    return;
  }
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const part = from === undefined ? object : object.subarray(Number(from), Number(to) + 1);
  response.writeHead(from === undefined ? 200 : 206, { 'content-length': part.length });
  if (request.method === 'HEAD') response.end();
  else if (fault === 'short') response.write(part.subarray(0, part.length / 2), () => response.destroy());
  else response.end(part);
}

function list({ response, objects, perPage }: Exchange, query: URLSearchParams): void {
  const after = query.get('continuation-token') ?? '';
  const rest = [...objects].filter(([key]) => key.startsWith(query.get('prefix') ?? '') && key > after).toSorted();
  const page = rest.slice(0, perPage);
  const next = rest.length > perPage ? page.at(-1)?.[0] : undefined;
  const contents = page.map(
    ([key, { length }]) =>
      `<Contents><Key>${key}</Key><LastModified>2026-11-20T08:00:00.000Z</LastModified><Size>${length}</Size></Contents>`,
  );
  const more = next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`;
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult><IsTruncated>${next !== undefined}</IsTruncated>` +
      `${more}${contents.join('')}</ListBucketResult>`,
  );
}
