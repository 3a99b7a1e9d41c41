import { AwsV4Signer } from 'aws4fetch';
import * as http from 'node:http';
import * as https from 'node:https';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Refusal } from '../../refusal.ts';
import type { S3Settings } from './s3-settings.ts';

/** A request to an S3-compatible store. */
export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, with its SHA-256 in hexadecimal. Each try opens it anew. */
  readonly body?: { readonly sha256: string; readonly open: () => AsyncIterable<Uint8Array> };
  /** Whether 404 is a response: that there is no such object. */
  readonly mayBeMissing?: true;
}

/** The SHA-256 of no bytes. */
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** The waits before the three tries, in milliseconds. */
const waitsMs = [0, 200, 1000];

/** The time without a byte after which a try ends, in milliseconds. */
const idleMs = 30_000;

/** The statuses with which a store asks for another try. */
const passing: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Sends a signed request (AWS Signature Version 4), up to three times.
 * @returns the response. The caller reads or destroys its body.
 * @throws {Refusal} `unavailable` if the store does not answer, or refuses the request.
 */
export async function sendToS3(settings: S3Settings, request: S3Request): Promise<http.IncomingMessage> {
  let cause: unknown;
  for (const wait of waitsMs) {
    await delay(wait);
    const headers = await signedHeaders(settings, request);
    const response = await exchange(request, headers).catch((error: unknown) => {
      cause = error;
      return null;
    });
    if (response === null) continue;
    if (isAccepted(request, response)) return response;
    cause = new Error(await faultOf(request, response));
    if (!passing.has(response.statusCode ?? 0)) throw refused(cause);
  }
  throw noAnswer(cause);
}

function isAccepted({ mayBeMissing }: S3Request, { statusCode: status = 0 }: http.IncomingMessage): boolean {
  return (status >= 200 && status < 300) || (status === 404 && mayBeMissing === true);
}

/** The refusal of a request for which the store is needed and does not answer. */
const noAnswer = (cause: unknown): Refusal =>
  new Refusal('unavailable', 'The store of the files does not answer. Try again later.', { cause });

const refused = (cause: unknown): Refusal =>
  new Refusal(
    'unavailable',
    'The store of the files refuses the service. The operator must check FILES_S3_URL, its keys and its region.',
    { cause },
  );

async function signedHeaders(settings: S3Settings, { method, url, headers, body }: S3Request) {
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    service: 's3',
    region: settings.region,
    accessKeyId: settings.keyId,
    secretAccessKey: settings.secret,
    headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? emptySha256 },
  });
  return Object.fromEntries((await signer.sign()).headers);
}

/** Sends one request. A response that comes before the whole body is sent counts too. */
function exchange({ method, url, body }: S3Request, headers: http.OutgoingHttpHeaders): Promise<http.IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, timeout: idleMs });
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
    outgoing.once('timeout', () => outgoing.destroy(new Error('The store sent no byte for 30 seconds.')));
    if (body === undefined) outgoing.end();
    else pipeline(body.open(), outgoing).catch(reject);
  });
}

/** The limit of bytes of a fault that are read. */
const mostFaultBytes = 2048;

/** What a store answers to a request that fails, for the log: the status and the beginning of the body. */
async function faultOf({ method, url }: S3Request, response: http.IncomingMessage): Promise<string> {
  let text = '';
  try {
    for await (const piece of response) {
      text += String(piece);
      if (text.length >= mostFaultBytes) break;
    }
  } catch {
    // The connection ended: the log gets what has arrived.
  }
  return `${method} ${url.href}: ${response.statusCode ?? ''} ${text.slice(0, mostFaultBytes)}`;
}
