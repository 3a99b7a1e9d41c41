import { timingSafeEqual } from 'node:crypto';
import type { WebhookMessage } from './message.ts';
import { keyOf, type Signed, signatureBy } from './signature.ts';
import { UntrustedWebhook } from './untrusted-webhook.ts';

/** As `Headers` are, by whatever library they are declared. */
interface ReadableHeaders {
  get(name: string): string | null | undefined;
}

/** A `Headers`, or a record such as Node's `request.headers` with names in any case. */
export type WebhookHeaders = ReadableHeaders | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** What time it is; the system's unless given. */
  readonly now?: Date;
  /** How many seconds `webhook-timestamp` may be off, either way: 300 unless given. */
  readonly tolerance?: number;
}

/**
 * The message of a webhook, once it is certain that a holder of the secret sent it, just so and just now
 * (Standard Webhooks 1.0). What the message says is then taken at its word: its keys are not checked.
 * @param body as received, before anything parses it: another space, and the signature is wrong.
 * @param secrets `whsec_…`, one or several of which any will do, such as the old and the new one.
 * @throws {UntrustedWebhook} for a request that must not be acted upon.
 * @throws {TypeError} for a mistake of the caller's: no secret, a parsed body, an impossible option.
 */
export function verify(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secrets: string | readonly string[],
  { now = new Date(), tolerance = 300 }: VerifyOptions = {},
): WebhookMessage {
  const keys = keysOf(secrets);
  const sent = sentIn(headers);
  checkTime(sent.timestamp, now, tolerance);
  const signed: Signed = { id: sent.id, timestamp: sent.timestamp, body };
  const expected = keys.map((key) => Buffer.from(signatureBy(key, signed)));
  if (!sent.signatures.some((given) => expected.some((one) => same(one, given)))) {
    throw new UntrustedWebhook('wrong_signature');
  }
  return parsed(body);
}

function keysOf(secrets: string | readonly string[]): Uint8Array[] {
  const keys = [secrets].flat().map(keyOf);
  if (keys.length === 0) throw new TypeError('No secret is given.');
  return keys;
}

function sentIn(headers: WebhookHeaders): { id: string; timestamp: number; signatures: Buffer[] } {
  const id = headerValue(headers, 'webhook-id');
  const timestamp = headerValue(headers, 'webhook-timestamp');
  const signatures = headerValue(headers, 'webhook-signature');
  if (id === '' || timestamp === '' || signatures === '') throw new UntrustedWebhook('missing_headers');
  // One way to write a number, so that the text which was signed is the one that is signed again here.
  if (!/^(?:0|[1-9]\d{0,14})$/.test(timestamp)) throw new UntrustedWebhook('invalid_timestamp');
  return { id, timestamp: Number(timestamp), signatures: signatures.split(' ').map((one) => Buffer.from(one)) };
}

/** Empty for a header that there is not. One that is there twice can be a list of signatures, but no id and no time. */
function headerValue(headers: WebhookHeaders, name: string): string {
  if (isReadable(headers)) return headers.get(name) ?? '';
  return Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? [])
    .join(' ');
}

const isReadable = (headers: WebhookHeaders): headers is ReadableHeaders => typeof headers['get'] === 'function';

/** Both ends belong to what is tolerated; `now` counts in whole seconds, as timestamps do. */
function checkTime(timestamp: number, now: Date, tolerance: number): void {
  const age = Math.floor(now.getTime() / 1000) - timestamp;
  // Compared with what is no number nothing is too old.
  if (Number.isNaN(age) || !(tolerance >= 0)) throw new TypeError('now is a time, tolerance a number of seconds.');
  if (age > tolerance) throw new UntrustedWebhook('too_old');
  if (-age > tolerance) throw new UntrustedWebhook('too_new');
}

/** In a time that does not tell how much of a guess was right; that lengths differ is no secret. */
const same = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);

function parsed(body: string | Uint8Array): WebhookMessage {
  try {
    return JSON.parse(typeof body === 'string' ? body : utf8.decode(body)) as WebhookMessage;
  } catch (cause) {
    throw new UntrustedWebhook('not_json', { cause });
  }
}

/** A byte order mark is no JSON, be it in a text or in bytes. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
