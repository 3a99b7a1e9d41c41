import type { IncomingHttpHeaders } from 'node:http';
import { HeadedRefusal } from './answer.ts';

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
