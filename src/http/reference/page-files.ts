import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fixedBody } from '../contract/compression.ts';
import { isHeld } from '../contract/request-head.ts';

/** A response that does not change while the process runs. */
export interface FixedAnswer {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
  /** Its URL changes with its content, so browsers never request it again. */
  readonly immutable: boolean;
}

/** @param options.immutable the URL contains the content's `fingerprint`. */
export const fixedAnswer = (type: string, text: string, { immutable = false } = {}): FixedAnswer => ({
  ...{ type, body: fixedBody(text), immutable },
  etag: `"${fingerprint(text)}"`,
});

/** The first 16 characters of a SHA-256 hash: enough that two contents do not collide. */
const fingerprint = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);

/** Sends the content, or 304 to a browser that has it. */
export function sendFixed(request: FastifyRequest, reply: FastifyReply, answer: FixedAnswer): FastifyReply {
  reply.headers({
    etag: answer.etag,
    'cache-control': answer.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  if (isHeld(request, answer.etag)) return reply.code(304).send();
  return reply.type(answer.type).send(answer.body);
}

const folder = new URL('../../../pages/', import.meta.url);

/** The files of the pages by their path below `/docs/`. Each file's name changes with its content. */
export class PageFileSet {
  readonly #byPlace = new Map<string, FixedAnswer>();

  /** @returns the file's path below `/docs/`. */
  add(name: string, text: string): string {
    const dot = name.lastIndexOf('.');
    const place = `files/${name.slice(0, dot)}.${fingerprint(text)}${name.slice(dot)}`;
    this.#byPlace.set(place, fixedAnswer(types[name.slice(dot)] ?? '', text, { immutable: true }));
    return place;
  }

  /** Adds a file from the package. */
  addFromPackage(name: string): string {
    return this.add(name, readFileSync(fileURLToPath(new URL(name, folder)), 'utf8'));
  }

  get(place: string): FixedAnswer | undefined {
    return this.#byPlace.get(place);
  }
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};
