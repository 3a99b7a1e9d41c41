import { createReadStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { type ByteRange, type FileStore, partsOfName, type StoredObject } from '../file-store.ts';
import { type ObjectPage, readObjectPage } from './object-list.ts';
import { type S3Request, sendToS3 } from './s3-requests.ts';
import type { S3Settings } from './s3-settings.ts';

/**
 * A bucket of an S3-compatible store, addressed by path. Each object is stored by one PUT with its length and its SHA-256,
 * which the store compares.
 */
export class S3Store implements FileStore {
  readonly #settings: S3Settings;

  constructor(settings: S3Settings) {
    this.#settings = settings;
  }

  async put(path: string, name: string, size: number): Promise<void> {
    const sha256 = partsOfName(name)?.sha256 ?? '';
    const headers = { 'content-length': String(size), 'content-type': 'application/octet-stream' };
    const body = { sha256, open: () => createReadStream(path) };
    (await this.#send({ method: 'PUT', url: this.#urlOf(name), headers, body })).resume();
  }

  async *open(name: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
    const headers = range && { range: `bytes=${range.start}-${range.end}` };
    const url = this.#urlOf(name);
    const response = await this.#send({ method: 'GET', url, mayBeMissing: true, ...(headers && { headers }) });
    if (response.statusCode !== (range === undefined ? 200 : 206)) {
      response.destroy();
      throw new Error(`The store has no object ${name}: ${response.statusCode ?? ''}`);
    }
    // A connection that ends before the announced length is an error of the iteration.
    yield* response as AsyncIterable<Uint8Array>;
  }

  async size(name: string): Promise<number | null> {
    const response = await this.#send({ method: 'HEAD', url: this.#urlOf(name), mayBeMissing: true });
    response.resume();
    return response.statusCode === 404 ? null : Number(response.headers['content-length']);
  }

  async remove(name: string): Promise<void> {
    (await this.#send({ method: 'DELETE', url: this.#urlOf(name), mayBeMissing: true })).resume();
  }

  async *list(): AsyncGenerator<StoredObject> {
    const { bucket, prefix } = placeOf(this.#settings);
    let token: string | null = null;
    do {
      const parameters = { 'list-type': '2', prefix, ...(token !== null && { 'continuation-token': token }) };
      const url = new URL(`${bucket}?${queryOf(parameters)}`);
      const page: ObjectPage = await readObjectPage(await this.#send({ method: 'GET', url }));
      for (const { key, ...object } of page.objects) {
        const name = key.slice(prefix.length);
        if (key.startsWith(prefix) && partsOfName(name) !== null) yield { name, ...object };
      }
      token = page.next;
    } while (token !== null);
  }

  #urlOf(name: string): URL {
    return new URL(`${this.#settings.url}/${name}`);
  }

  #send(request: S3Request): Promise<IncomingMessage> {
    return sendToS3(this.#settings, request);
  }
}

/** The address of the bucket, and the beginning of the keys of all objects. */
function placeOf({ url }: S3Settings): { readonly bucket: string; readonly prefix: string } {
  const { origin, pathname } = new URL(url);
  const [bucket = '', ...folders] = pathname.split('/').filter(Boolean);
  return { bucket: `${origin}/${bucket}`, prefix: folders.map((folder) => `${decodeURIComponent(folder)}/`).join('') };
}

/** A query whose spaces are `%20`, as they are signed. */
const queryOf = (parameters: Readonly<Record<string, string>>): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
