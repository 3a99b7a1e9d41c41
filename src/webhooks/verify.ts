import { timingSafeEqual } from 'node:crypto';
import { keyOf, type Signed, signatureBy } from './signature.ts';

/** The part of `Headers` that `verify` reads, independent of the library that declares it. */
interface ReadableHeaders {
  get(name: string): string | null | undefined;
}

/** A `Headers`, or a record such as Node's `request.headers` with names in any case. */
export type WebhookHeaders = ReadableHeaders | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** The current time; the system's time by default. */
  readonly now?: Date;
  /** The allowed difference of `webhook-timestamp` in seconds, either way; 300 by default. */
  readonly tolerance?: number;
}

/**
 * Checks that a holder of the secret sent exactly this webhook just now, and returns its message (Standard Webhooks
 * 1.0). Does not check the keys of the message.
 * @param body as received, before any parsing: one more space makes the signature wrong.
 * @param secrets `whsec_…`, one or several of which any can match, such as the old and the new one.
 * @throws {UntrustedWebhook} for a request that you must not act on.
 * @throws {TypeError} for a mistake of the caller: no secret, a parsed body, an impossible option.
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
  if (keys.length === 0) throw new TypeError('At least one secret is required.');
  return keys;
}

function sentIn(headers: WebhookHeaders): { id: string; timestamp: number; signatures: Buffer[] } {
  const id = headerValue(headers, 'webhook-id');
  const timestamp = headerValue(headers, 'webhook-timestamp');
  const signatures = headerValue(headers, 'webhook-signature');
  if (id === '' || timestamp === '' || signatures === '') throw new UntrustedWebhook('missing_headers');
  // Accept one notation of a number only, so that the text signed here equals the text that the sender signed.
  if (!/^(?:0|[1-9]\d{0,14})$/.test(timestamp)) throw new UntrustedWebhook('invalid_timestamp');
  return { id, timestamp: Number(timestamp), signatures: signatures.split(' ').map((one) => Buffer.from(one)) };
}

/** Empty for an absent header. A repeated header can be a list of signatures, but not an id or a time. */
function headerValue(headers: WebhookHeaders, name: string): string {
  if (isReadable(headers)) return headers.get(name) ?? '';
  return Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? [])
    .join(' ');
}

const isReadable = (headers: WebhookHeaders): headers is ReadableHeaders => typeof headers['get'] === 'function';

/** Includes both ends of the tolerance. `now` counts in whole seconds, like timestamps. */
function checkTime(timestamp: number, now: Date, tolerance: number): void {
  const age = Math.floor(now.getTime() / 1000) - timestamp;
  // A comparison with NaN is always false, so NaN would pass the checks below.
  if (Number.isNaN(age) || !(tolerance >= 0))
    throw new TypeError('now must be a Date, and tolerance a number of seconds.');
  if (age > tolerance) throw new UntrustedWebhook('too_old');
  if (-age > tolerance) throw new UntrustedWebhook('too_new');
}

/** Compares in constant time, so that timing reveals nothing about a guess. The length is no secret. */
const same = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);

function parsed(body: string | Uint8Array): WebhookMessage {
  try {
    return JSON.parse(typeof body === 'string' ? body : utf8.decode(body)) as WebhookMessage;
  } catch (cause) {
    throw new UntrustedWebhook('not_json', { cause });
  }
}

/** Keeps a byte order mark, so that it is invalid JSON in bytes as in a text. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The message of a webhook: an event of a record, and the address of the record. */
export interface WebhookMessage {
  /** `msg_…`, the same for every attempt to deliver it, and equal to the header `webhook-id`. */
  readonly id: string;
  /** `project.create`. New types can be added: ignore the types that you do not know. */
  readonly event_type: string;
  /** `evt_…`, the id of the event. */
  readonly event_id: string;
  /**
   * The id of the record, the address that returns its current state, and its external id: `null` if it has none,
   * absent in families without external ids.
   */
  readonly payload: { readonly id: string; readonly url: string; readonly external_id?: string | null };
  /** The record when the message was sent, `null` if it was deleted. Only if the webhook's `include` has `record`. */
  readonly record?: Readonly<Record<string, unknown>> | null;
  /** The time of the event, RFC 3339 in UTC. The header `webhook-timestamp` holds the time of sending. */
  readonly timestamp: string;
}

/** The reason why a request is not accepted as a webhook. */
export type UntrustedReason =
  | 'missing_headers'
  | 'invalid_timestamp'
  | 'too_old'
  | 'too_new'
  | 'wrong_signature'
  | 'not_json';

const messages: Readonly<Record<UntrustedReason, string>> = {
  missing_headers: 'The request lacks webhook-id, webhook-timestamp or webhook-signature.',
  invalid_timestamp: 'The webhook-timestamp is not a whole number of seconds.',
  too_old: 'The webhook-timestamp is too old.',
  too_new: 'The webhook-timestamp is in the future; one of the two clocks is wrong.',
  wrong_signature: 'No signature matches the body and a known secret.',
  not_json: 'The signature is valid, but the body is not JSON in UTF-8.',
};

/** Thrown for a request that you must not act on: respond with 400. */
export class UntrustedWebhook extends Error {
  readonly reason: UntrustedReason;

  constructor(reason: UntrustedReason, options?: { cause?: unknown }) {
    super(messages[reason], options);
    this.name = 'UntrustedWebhook';
    this.reason = reason;
  }
}
