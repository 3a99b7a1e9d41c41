import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { vary } from './answer.ts';
import { type Effort, mostHeld, type PackedBody, repeatedBody } from './compression.ts';
import { isHeld } from './conditions.ts';

/** A response that does not change while the process runs. */
export interface FixedAnswer {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
  /** Its URL changes with its content, so browsers never request it again. */
  readonly immutable: boolean;
}

interface FixedOptions {
  /** Whether the URL contains a hash of the content. */
  readonly immutable?: boolean;
  /** The content as the build has compressed it. */
  readonly packed?: PackedBody;
}

export const fixedAnswer = (
  type: string,
  content: string | Buffer,
  { immutable = false, packed = {} }: FixedOptions = {},
): FixedAnswer => ({ type, immutable, ...contentOf(content, 'fixed', packed) });

const contentOf = (content: string | Buffer, effort: Effort, packed: PackedBody = {}): Content => ({
  body: repeatedBody(content, effort, packed),
  etag: `"${fingerprint(content)}"`,
});

/** The first 16 characters of a SHA-256 hash: enough that two contents do not collide. */
export const fingerprint = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 16);

/** Sends the content, with the addresses of the request, or 304 to a browser that has it. */
export function sendFixed(request: FastifyRequest, reply: FastifyReply, fixed: FixedAnswer): FastifyReply {
  const answer = readdressed(fixed, request);
  reply.headers({
    // A weak tag names the content in each of its codings.
    etag: answer.immutable ? `W/${answer.etag}` : answer.etag,
    'cache-control': answer.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  if (isHeld(request.headers['if-none-match'], answer.etag)) {
    vary(reply, 'Accept-Encoding');
    return reply.code(304).send();
  }
  return reply.type(answer.type).send(answer.body);
}

type Content = Pick<FixedAnswer, 'body' | 'etag'>;

/**
 * The contents with other URLs. Any client can name any host. So their size has a limit, and they are compressed with
 * the effort of a fresh answer.
 */
const readdressedContents = new LRUCache<string, Content>({
  maxSize: 32 * 2 ** 20,
  sizeCalculation: ({ body }, key) => mostHeld(body) + key.length,
});

/** The URLs of a content begin with the one URL that the server knows. A client may have used another. */
function readdressed(answer: FixedAnswer, request: FastifyRequest): FixedAnswer {
  const [known, used] = [request.server.serviceUrl, request.serviceUrl];
  if (answer.immutable || used === known) return answer;
  const key = [answer.etag, known, used].join(' ');
  const content = readdressedContents.get(key) ?? contentOf(answer.body.toString().replaceAll(known, used), 'fresh');
  readdressedContents.set(key, content);
  return { ...answer, ...content };
}
