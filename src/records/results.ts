import { Refusal } from '../refusal.ts';
import { words } from '../resources/in-words.ts';
import type { Resource } from '../resources/resource.ts';

/** An answer to a change, stored under its idempotency key. Only the codec that made it reads it. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** A client's idempotency key for a change: a repeated request changes nothing twice. */
export interface Idempotency<Value> {
  readonly key: string;
  /** SHA-256 over method, path, query, acting user, condition and body bytes, in hex. */
  readonly fingerprint: string;
  /** Encodes the answer that the transaction of the change stores under the key. */
  readonly encode: (value: Value) => StoredAnswer;
}

/** The result of a change, or the stored answer if its idempotency key was used before. */
export type ChangeOutcome<Value> = Done<Value> | ReplayedAnswer;

interface Done<Value> {
  readonly kind: 'done';
  readonly value: Value;
}

export interface ReplayedAnswer {
  readonly kind: 'replayed';
  readonly answer: StoredAnswer;
}

/** The outcome of a change that was made. */
export const done = <Value>(value: Value): ChangeOutcome<Value> => ({ kind: 'done', value });

/** The value of a change without an idempotency key. */
export function valueOf<Value>(outcome: ChangeOutcome<Value>): Value {
  if (outcome.kind === 'done') return outcome.value;
  throw new TypeError('a change without an idempotency key has no stored answer');
}

/**
 * A record as its readers see it, as JSON text. The service renders a record once, caches the text and sends it,
 * because building the object and serialising it again would cost more than reading the row.
 */
export type RecordText = string;

/** One record, rendered, with the version of its own fields for `If-Match`. */
export interface RenderedRecord {
  readonly id: string;
  readonly version: number;
  readonly json: RecordText;
  /** After a change: the keys of the request that the service ignored, though their values differ from the record's. */
  readonly ignored?: readonly string[];
}

/** The fields of a rendered record. */
export const parsed = <Fields>(text: RecordText): Fields => JSON.parse(text) as Fields;

/** An object that is not a resource's record, with its version for `If-Match`. */
export interface VersionedValue<Value> {
  readonly version: number;
  readonly value: Value;
}

/** The id of an object that a request changes, and the versions that the request accepts. */
export interface NamedObject {
  readonly id: string;
  readonly versions?: readonly number[] | undefined;
}

/** The refusal of a record that does not exist, or exists in another account. */
export const notFound = (resource: Resource, id: string): Refusal =>
  new Refusal('not_found', `There is no ${words(resource)} ${id}.`);
