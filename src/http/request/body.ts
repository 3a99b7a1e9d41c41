import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '../../refusal.ts';
import { HeadedRefusal } from '../contract/answer.ts';
import { mebibyte } from '../../variable-kinds.ts';
import { jsonFault, placeOf } from './json-scan.ts';
import type { Operation } from '../contract/operation.ts';

/** The limit of a body in bytes, and of one bulk row in characters. */
export const mostOfBody = mebibyte;
/** The limit of nested brackets. */
export const deepest = 16;

/** The limit of an operation's body in bytes. Bulk bodies have a higher limit. */
export function bodyLimit(operation: Operation): number {
  // The operation counts the bytes of a file while it reads them.
  if (operation.upload) return Number.MAX_SAFE_INTEGER;
  return operation.rows ? 16 * mebibyte : mostOfBody;
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

/**
 * @returns undefined for an empty body, which the operation handles.
 * @throws {Refusal} `malformed_json`, with the position.
 */
export function parseBody(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  const text = decode(bytes);
  if (text.trim() === '') return undefined;
  const value = parse(text);
  if (isDeeper(value, deepest)) throw tooDeep();
  return value;
}

/** The refusal of a body with deeper nesting. */
export const tooDeep = (): Refusal =>
  new Refusal('malformed_json', `The body is nested more than ${deepest} levels deep.`);

/** The refusal of a text that is invalid JSON from an offset on. */
export function malformed(text: string, at: number, cause?: unknown): Refusal {
  const { line, column } = placeOf(text, at);
  return new Refusal('malformed_json', `The body is not valid JSON at line ${line}, column ${column}.`, {
    members: { line, column },
    cause,
  });
}

/** Refuses a body for an operation that takes none. An empty body or an empty object passes. */
export function checkNoBody(body: unknown): void {
  if (body === undefined || body === null) return;
  const names = typeof body === 'object' ? Object.keys(body) : [];
  if (typeof body === 'object' && !Array.isArray(body) && names.length === 0) return;
  throw new Refusal('validation_failed', 'This operation takes no body.', {
    problems: [{ pointer: '', code: 'unknown_field', message: 'must be absent or an empty object' }],
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

/** @throws {Refusal} `malformed_json` if the bytes are not UTF-8. */
export function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Refusal('malformed_json', 'The body is not valid UTF-8.', { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw malformed(text, jsonFault(text), cause);
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
