import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import busboy from '@fastify/busboy';
import { Refusal } from '../../refusal.ts';
import { HeadedRefusal } from '../contract/answer.ts';
import type { Upload } from '../contract/operation.ts';

/** The media types of files, and that of a form with one. */
export const uploadTypes = [
  'text/csv',
  'text/tab-separated-values',
  'application/x-ndjson',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/octet-stream',
  'multipart/form-data',
] as const;

/** A file as a client sends it. */
export interface UploadedFile {
  readonly fileName: string | undefined;
  readonly mediaType: string | undefined;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * The file in the body of a request: the whole body, or the one file of a form.
 * @param types the media types that it may have; null for any.
 * @throws {Refusal} `unsupported_media_type`, `validation_failed` for a form without a file.
 */
export async function uploadedFile(
  { body, headers, stall }: Pick<Upload, 'body' | 'headers' | 'stall'>,
  types: readonly string[] | null = uploadTypes,
): Promise<UploadedFile> {
  const mediaType = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== undefined && types?.includes(mediaType) === false) throw unsupported(mediaType, types);
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
    throw new Refusal('unsupported_media_type', 'The body is encoded: send it without Content-Encoding.');
  }
  const watched = endingStalled(body, stall);
  if (mediaType === 'multipart/form-data') return await fileOfForm(watched, headers);
  return { fileName: nameIn(headers['content-disposition']), mediaType, bytes: drainedAfter(watched) };
}

const unsupported = (given: string, types: readonly string[]): Refusal =>
  new HeadedRefusal('unsupported_media_type', `The body is ${given}; it must be one of ${types.join(', ')}.`, {
    Accept: types.join(', '),
  });

/** The name of the file in `Content-Disposition` (RFC 6266). */
function nameIn(disposition: string | undefined): string | undefined {
  const encoded = /filename\*=utf-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded !== undefined) return baseName(decodeSafely(encoded));
  const plain = /filename="([^"]*)"|filename=([^;\s]+)/i.exec(disposition ?? '');
  return plain ? baseName(plain[1] ?? plain[2] ?? '') : undefined;
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Clients may send a whole path. */
function baseName(name: string): string | undefined {
  const last = [...(name.split(/[/\\]/).at(-1) ?? '')]
    .slice(0, 255)
    .join('')
    .replace(/[\p{Cc}]/gu, '')
    .trim();
  return last === '' ? undefined : last;
}

/**
 * The bytes of a body. If their reader leaves early, the rest is drained within the request timeout. Otherwise the client
 * might miss the refusal, and its connection would serve no further request.
 */
async function* drainedAfter(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } finally {
    body.resume();
  }
}

/** Destroys a body of which no byte arrives for too long, so that its reader ends. */
function endingStalled(body: Readable, stall: number): Readable {
  const timer = setTimeout(() => body.destroy(stalled(stall)), stall);
  body.on('data', () => timer.refresh());
  body.pause();
  body.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
  return body;
}

const stalled = (stall: number): Refusal =>
  new HeadedRefusal('request_timeout', `No byte of the file has arrived for ${stall / 1000} s.`, {
    Connection: 'close',
  });

/** The parser's event for a file: its field, bytes, name, encoding and media type. */
type FileFound = [field: string, stream: Readable, fileName: string | undefined, encoding: string, mediaType: string];

function fileOfForm(body: Readable, headers: IncomingHttpHeaders): Promise<UploadedFile> {
  return new Promise((resolve, reject) => {
    const form = new busboy.Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: { files: 1, fields: 20, fieldSize: 10_000 },
    });
    form.once('file', (...[, stream, fileName, , mediaType]: FileFound) => {
      // An error before the first read has no other listener, and would end the process.
      stream.on('error', () => undefined);
      form.on('error', (error: Error) => stream.destroy(error));
      body.once('error', (error) => stream.destroy(error));
      resolve({ fileName: baseName(fileName ?? ''), mediaType, bytes: fileIn(stream, body) });
    });
    form.once('finish', () => reject(noFile()));
    form.once('error', (error: unknown) => reject(notAForm(error)));
    body.once('error', reject);
    body.pipe(form);
  });
}

/** The bytes of a file in a form. An error that is not one of the body is the parser's: the form is malformed. */
async function* fileIn(file: Readable, body: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* file as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw error === body.errored ? error : notAForm(error);
  } finally {
    // As in `drainedAfter`: after an early end the parser reads nothing more.
    if (!file.readableEnded) body.unpipe().resume();
  }
}

const noFile = (): Refusal =>
  new Refusal('validation_failed', 'The form has no file.', {
    problems: [{ pointer: '/file', code: 'required', message: 'must be a file' }],
  });

const notAForm = (cause: unknown): Refusal =>
  new Refusal('validation_failed', 'The body is not a form.', {
    problems: [{ pointer: '', code: 'invalid_format', message: 'is no multipart/form-data' }],
    cause,
  });
