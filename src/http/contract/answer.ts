import type { FastifyReply } from 'fastify';
import type { RenderedRecord, VersionedValue } from '../../records/results.ts';
import { wireTime } from '../../resources/vocabulary/formats.ts';
import { apiPrefix } from '../../version.ts';
import { Refusal, type RefusalCode } from '../../refusal.ts';

/** A response. `body` is JSON text; a 204 has none. */
export interface Answer {
  readonly status: number;
  readonly body?: string;
  /** A long list in UTF-8, instead of `body`. */
  readonly bytes?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** A stream instead of a body, with its `content-type` in `headers`. It ends when the client disconnects. */
  readonly stream?: (gone: AbortSignal) => AsyncIterable<string | Uint8Array>;
  /** Frees what the stream reads. Called once, when the response has ended, also if the client is gone before it begins. */
  readonly ended?: () => unknown;
  /** The response shows a secret only once; under an idempotency key, the body is stored encrypted. */
  readonly secret?: true;
}

/** One object under its name, with its version as the `ETag` for `If-Match`. */
export const shownAnswer = (name: string, { version, json }: Omit<RenderedRecord, 'id'>): Answer => ({
  status: 200,
  body: `{"${name}":${json}}`,
  headers: { ETag: `"${version}"` },
});

/** The headers of an answer about the past: the instant of its records, and the instant of the names in them. */
export const asOfHeaders = (asOf: Date | undefined, now: Date): Record<string, string> =>
  asOf ? { 'Plumbline-As-Of': wireTime(asOf), 'Plumbline-Names-As-Of': wireTime(now) } : {};

/** One object that is not a record, under its name, with its version as the `ETag` for `If-Match`. */
export const versionedAnswer = (name: string, { version, value }: VersionedValue<object>): Answer =>
  shownAnswer(name, { version, json: JSON.stringify(value) });

/** The response with a new object and its `Location`. @param place the path of its list: `/projects`. */
export const madeAnswer = (place: string, id: string, answer: Answer): Answer => ({
  ...answer,
  status: 201,
  headers: { ...answer.headers, Location: `${apiPrefix}${place}/${id}` },
});

/** The response to a deletion. */
export const noContent = (): Answer => ({ status: 204 });

/** The header that names the keys of a record which a request gave and the service ignored. */
export const ignoredHeader = 'Plumbline-Ignored';

/** A JSON response without a version. */
export const jsonAnswer = (status: 200 | 202, value: object): Answer => ({ status, body: JSON.stringify(value) });

/** One year in seconds, as browsers require. */
const httpsFor = 31_536_000;

/** The header of every response to a credential, with the version of the account's directory. */
export const directoryVersion = (version: string): Record<string, string> => ({
  'plumbline-directory-version': version,
});

interface Answered {
  readonly requestId: string;
  /** Whether the client reaches the service over HTTPS, directly or through a proxy. */
  readonly isHttps: boolean;
}

/** The headers of every response. */
export const answerHeaders = ({ requestId, isHttps }: Answered): Record<string, string> => ({
  'x-request-id': requestId,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  ...(isHttps ? { 'strict-transport-security': `max-age=${httpsFor}` } : {}),
});

/** Adds a request header to the response's `Vary` header. */
export function vary(reply: FastifyReply, header: string): void {
  const given = reply.getHeader('vary');
  reply.header('vary', given === undefined ? header : `${String(given)}, ${header}`);
}

/** A refusal with its own HTTP response headers, for example `Allow`. */
export class HeadedRefusal extends Refusal {
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: RefusalCode, detail: string, headers: Readonly<Record<string, string>>) {
    super(code, detail);
    this.headers = headers;
  }
}
