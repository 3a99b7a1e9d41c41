import { randomFillSync } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { Refusal } from '../../refusal.ts';
import { longestToken } from '../../resources/vocabulary/secrets.ts';
import { HeadedRefusal } from './answer.ts';
import type { Operation } from './operation.ts';
import { cookieOf } from './session-cookies.ts';
import { apiPrefix } from '../../version.ts';

/** The reference pages handle their own trailing slashes. */
const ofReference = /^\/docs(?:[/?#]|$)/;

const origin = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/** `/projects/?q=a` → `/projects?q=a`. A path that ends in two slashes does not change, and neither does `/`. */
export function withoutTrailingSlash(target: string): string {
  const local = target.replace(origin, '');
  return ofReference.test(local) ? target : local.replace(/^(\/[^?#]*[^/?#])\/(?=[?#]|$)/, '$1') || target;
}

/** The path and the query text of a request target. A proxy can send an absolute target. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const local = target.replace(origin, '') || '/';
  const mark = local.indexOf('?');
  if (mark < 0) return { path: local, query: '' };
  return { path: local.slice(0, mark), query: local.slice(mark + 1) };
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const idLength = 22;

/** Visible ASCII, without spaces. */
const wellFormedId = /^[!-~]{1,128}$/;

/** The client's `X-Request-Id` if it is well-formed, else a new id. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && wellFormedId.test(given) ? given : newRequestId();
}

/** `req_` and 22 base62 characters: 131 random bits, so ids do not collide. */
export function newRequestId(): string {
  let id = 'req_';
  while (id.length < 'req_'.length + idLength) id += digit(nextByte());
  return id;
}

/** Skips bytes from 248 on, the last multiple of 62, because they would favour the first digits. */
const digit = (byte: number): string => (byte < 248 ? base62.charAt(byte % 62) : '');

/** A batch of random bytes. One call per id would cost more than the rest of the id. */
const drawn = Buffer.alloc(4096);
let used = drawn.length;

function nextByte(): number {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += 1;
  return drawn[used - 1] ?? 0;
}

/** The key of one subscriber: an IPv4 address, or the /64 network of an IPv6 address. */
export function addressKey(address: string): string {
  const embedded = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (embedded !== undefined) return embedded;
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const start = head.split(':').filter(Boolean);
  const end = tail.split(':').filter(Boolean);
  const zeros = address.includes('::') ? 8 - start.length - end.length : 0;
  return [...start, ...Array<string>(Math.max(0, zeros)).fill('0'), ...end].slice(0, 4).join(':');
}

/** The text by which a request authenticates: a token, or the cookie of a session. */
export interface Credential {
  readonly text: string;
  readonly isSession: boolean;
}

const token = new RegExp(`^(?:bearer +)?(\\S{1,${longestToken}})$`, 'i');

/**
 * The credential of a request. The header `Authorization` is `Bearer <token>`, or the token alone; with it, the service
 * ignores the cookie. `undefined` if the request has none of the right form.
 */
export function credentialOf({ authorization, cookie }: IncomingHttpHeaders, isHttps: boolean): Credential | undefined {
  const isSession = authorization === undefined;
  const text = isSession ? cookieOf(cookie, 'session', isHttps) : token.exec(authorization.trim())?.[1];
  return text === undefined ? undefined : { text, isSession };
}

/** @throws {Refusal} `unsupported_media_type` if the body is not JSON in UTF-8, or has a content coding. */
export function checkMediaType(headers: IncomingHttpHeaders): void {
  checkEncoding(headers['content-encoding']);
  const given = headers['content-type'];
  if (isEmpty(headers) || (given !== undefined && isJson(given))) return;
  const said = given === undefined ? 'The request has no content type' : `The content type is ${given}`;
  throw new HeadedRefusal('unsupported_media_type', `${said}; it must be application/json, in UTF-8.`, {
    Accept: 'application/json',
  });
}

function checkEncoding(encoding = ''): void {
  if (/^(?:identity)?$/i.test(encoding)) return;
  const detail = `The body is encoded as ${encoding}; send it without Content-Encoding.`;
  throw new HeadedRefusal('unsupported_media_type', detail, { 'Accept-Encoding': 'identity' });
}

function isEmpty(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}

function isJson(mediaType: string): boolean {
  const [type = '', ...parameters] = mediaType.toLowerCase().split(';');
  const charsets = parameters
    .map((parameter) => parameter.trim())
    .filter((parameter) => parameter.startsWith('charset'));
  const isUtf8 = charsets.every((charset) => /^charset="?utf-?8"?$/.test(charset));
  return isUtf8 && /^(?:application\/json|[\w.+-]+\/[\w.+-]+\+json)$/.test(type.trim());
}

/** Whether the operation changes one existing record. */
export const isConditional = ({ method, path }: Pick<Operation, 'method' | 'path'>): boolean =>
  method === 'PATCH' ||
  method === 'DELETE' ||
  /[/]\{id\}[/](restore|revert|convert|rotate_secret|password_link)$/.test(path);

// RFC 9110 §8.8.3 allows a comma in a tag, but no record's tag has one.
const entityTag = '(?:W/)?"[^",\\s]*"';
const wellFormedCondition = new RegExp(`^(?:\\*|${entityTag}(?:[ \\t]*,[ \\t]*${entityTag})*)$`);

/**
 * The `If-Match` condition of a change; reads have none.
 * @throws {Refusal} `invalid_query` if the operation would ignore the condition, or its form is invalid.
 */
export function ifMatchOf(operation: Operation, header: string | undefined): string | undefined {
  if (header === undefined || operation.method === 'GET') return undefined;
  if (!isConditional(operation)) {
    throw new Refusal('invalid_query', 'If-Match does not apply to this operation.', {
      problems: [
        { parameter: 'If-Match', code: 'not_allowed', message: 'must be absent: it does not apply to this operation' },
      ],
    });
  }
  if (wellFormedCondition.test(header)) return header;
  const detail = 'If-Match must be the ETag of the record in its quotes, several ETags separated by commas, or *.';
  throw new Refusal('invalid_query', detail, {
    problems: [{ parameter: 'If-Match', code: 'invalid_format', message: 'must be entity tags such as "3", or *' }],
  });
}

/**
 * The versions in a condition; undefined for any. RFC 9110 §13.1.1 requires strong comparison. This one is weak: a
 * proxy that compresses a response turns its `"4"` into `W/"4"`, and the tag names the record's version, not the bytes
 * of the response.
 */
export function versionsOf(ifMatch: string | undefined): readonly number[] | undefined {
  if (ifMatch === undefined || ifMatch === '*') return undefined;
  return [...ifMatch.matchAll(/"(0|[1-9]\d{0,8})"/g)].map(([, version]) => Number(version));
}

/**
 * Whether `If-None-Match` names the content with this entity tag. A compressing proxy turns the tag into a weak one.
 */
export const isHeld = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) === true;

/** Whether an operation supports `count=exact`. Lists of records do, and only they have pages and an order. */
export const countsOnRequest = ({ query }: Pick<Operation, 'query'>): boolean =>
  ['sort', 'per_page'].every((wanted) => query.some(({ name }) => name === wanted));

/** The header that confirms the applied preference (RFC 7240). */
export const appliedCount = { 'Preference-Applied': 'count=exact' } as const;

// A preference can have its own parameters. If a preference occurs twice, the first counts (RFC 7240 §2).
const preference = /(?:^|,)\s*([\w-]+)(?:\s*=\s*(?:"([^"]*)"|([^\s,;"]*)))?(?:\s*;(?:"[^"]*"|[^",])*)?/g;

/** Whether a `Prefer` header requests an exact count. */
export function prefersCount(header: string | undefined): boolean {
  if (header === undefined) return false;
  const counts = [...header.matchAll(preference)].filter(([, name]) => name?.toLowerCase() === 'count');
  return (counts[0]?.[2] ?? counts[0]?.[3]) === 'exact';
}

/** The supported API versions by date, newest last. */
const versions = ['2023-01'] as const;

/** The refusal for a path without a route. */
export function missingPath(path: string): Refusal {
  const asked = /^\/api\/([^/]+)\//.exec(path)?.[1];
  if (asked === undefined || versions.some((version) => version === asked)) {
    const way = asked === undefined ? ` The API is at ${apiPrefix}, its reference at /docs.` : '';
    return new Refusal('not_found', `The path ${path} does not exist.${way}`);
  }
  return new Refusal('unknown_version', `There is no version ${asked}; the versions are ${versions.join(', ')}.`, {
    members: { versions },
  });
}
