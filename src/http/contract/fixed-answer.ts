import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fixedBody } from './compression.ts';
import { isHeld } from './request-head.ts';

/** A response that does not change while the process runs. */
export interface FixedAnswer {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
  /** Its URL changes with its content, so browsers never request it again. */
  readonly immutable: boolean;
}

/** @param options.immutable the URL contains a hash of the content. */
export const fixedAnswer = (type: string, content: string | Buffer, { immutable = false } = {}): FixedAnswer => ({
  ...{ type, body: fixedBody(content), immutable },
  etag: `"${fingerprint(content)}"`,
});

/** The first 16 characters of a SHA-256 hash: enough that two contents do not collide. */
export const fingerprint = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 16);

/** Sends the content, or 304 to a browser that has it. */
export function sendFixed(request: FastifyRequest, reply: FastifyReply, answer: FixedAnswer): FastifyReply {
  reply.headers({
    etag: answer.etag,
    'cache-control': answer.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  if (isHeld(request.headers['if-none-match'], answer.etag)) return reply.code(304).send();
  return reply.type(answer.type).send(answer.body);
}
