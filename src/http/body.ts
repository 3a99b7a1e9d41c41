import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '../refusal.ts';
import { jsonFault } from './json-fault.ts';
import type { Operation } from './operation.ts';

/** What a body may hold; a record of a larger one too. */
export const mebibyte = 2 ** 20;
const deepest = 16;

/** Whole lists of records need more room than one. */
export function bodyLimit(operation: Operation): number {
  return operation.path.endsWith('/bulk') ? 16 * mebibyte : mebibyte;
}

/** @throws {Refusal} `unsupported_media_type` when there is a body that is not JSON in UTF-8, as it is. */
export function checkMediaType(headers: IncomingHttpHeaders): void {
  checkEncoding(headers['content-encoding']);
  const given = headers['content-type'];
  if (isEmpty(headers) || (given !== undefined && isJson(given))) return;
  const said = given === undefined ? 'The request has no content type' : `The content type is ${given}`;
  throw new Refusal('unsupported_media_type', `${said}; it must be application/json, in UTF-8.`, {
    headers: { Accept: 'application/json' },
  });
}

/**
 * @returns undefined for an empty body, which is for the operation to judge.
 * @throws {Refusal} `malformed_json`, with the position.
 */
export function parseBody(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  const text = decode(bytes);
  if (text.trim() === '') return undefined;
  const value = parse(text);
  if (isDeeper(value, deepest)) {
    throw new Refusal('malformed_json', `The body is nested more than ${deepest} deep.`);
  }
  return value;
}

/** An operation without a body of its own takes an empty one, an empty object included. */
export function checkNoBody(body: unknown): void {
  if (body === undefined || body === null) return;
  const names = typeof body === 'object' ? Object.keys(body) : [];
  if (typeof body === 'object' && !Array.isArray(body) && names.length === 0) return;
  throw new Refusal('validation_failed', 'This operation has no body.', {
    problems: [{ pointer: '', code: 'unknown_field', message: 'must be absent or an empty object' }],
  });
}

function checkEncoding(encoding = ''): void {
  if (/^(?:identity)?$/i.test(encoding)) return;
  const detail = `The body is encoded as ${encoding}; it must be sent as it is, without Content-Encoding.`;
  throw new Refusal('unsupported_media_type', detail, { headers: { 'Accept-Encoding': 'identity' } });
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

function decode(bytes: Uint8Array): string {
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
    const { line, column } = jsonFault(text);
    throw new Refusal('malformed_json', `The body is not valid JSON at line ${line}, column ${column}.`, {
      members: { line, column },
      cause,
    });
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
