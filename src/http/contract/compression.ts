import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../log.ts';
import { vary } from './answer.ts';

/** In bytes. A shorter response gains little from compression and fits in one packet uncompressed. */
const shortest = 1024;
/** The limit of bytes in compression at once. Beyond it, responses are sent uncompressed. */
const mostAtOnce = 32 * 2 ** 20;

/** The compression effort: `fixed` for the bodies of the service, which it compresses once, `fresh` for all others. */
export type Effort = 'fixed' | 'fresh';

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);
const brotliQuality: Readonly<Record<Effort, number>> = { fixed: 9, fresh: 3 };
const gzipLevel: Readonly<Record<Effort, number>> = { fixed: 9, fresh: 6 };

/** Compression runs on Node's worker threads and does not block the event loop. */
const compressors: Readonly<Record<Coding, (bytes: Uint8Array, effort: Effort) => Promise<Buffer>>> = {
  br: (bytes, effort) =>
    asBrotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality[effort],
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        // A window of half a megabyte: repetitions are close together, and a larger window costs memory per response.
        [constants.BROTLI_PARAM_LGWIN]: 19,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes, effort) => asGzip(bytes, { level: gzipLevel[effort] }),
};

interface Encodings {
  readonly effort: Effort;
  readonly byCoding: Map<Coding, Promise<Buffer>>;
}

/** A cache of the bodies that are sent repeatedly, each in the codings that clients requested. */
const repeated = new WeakMap<Uint8Array, Encodings>();

/**
 * A body that is sent repeatedly. It is compressed once for each coding, and the result is kept as long as the body.
 * @param packed the codings that are known already.
 */
export function repeatedBody(content: string | Buffer, effort: Effort, packed: PackedBody = {}): Buffer {
  const bytes = Buffer.from(content);
  const known = codings.flatMap((coding) =>
    packed[coding] ? [[coding, Promise.resolve(packed[coding])] as const] : [],
  );
  repeated.set(bytes, { effort, byCoding: new Map(known) });
  return bytes;
}

/** A body in its codings. */
export type PackedBody = Readonly<Partial<Record<Coding, Buffer | undefined>>>;

/** The limit of bytes that a body takes with its codings. A coding of a text is not longer than the text. */
export const mostHeld = ({ length }: Uint8Array): number => length * (1 + codings.length);

/** Compresses long text responses with `br` or `gzip` if the client accepts it, but no streams, events included. */
export function compressAnswers(app: FastifyInstance, log: Log): void {
  let underWay = 0;
  const encode = async (bytes: Uint8Array, coding: Coding): Promise<Uint8Array | null> => {
    const encodings = repeated.get(bytes);
    const known = encodings?.byCoding.get(coding);
    if (known) return await known;
    if (underWay + bytes.length > mostAtOnce) return null;
    underWay += bytes.length;
    try {
      const encoded = compressors[coding](bytes, encodings?.effort ?? 'fresh');
      encodings?.byCoding.set(coding, encoded);
      return await encoded;
    } finally {
      underWay -= bytes.length;
    }
  };
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = bytesOf(reply, payload);
    const coding = bytes && codingOf(request, reply, bytes);
    if (bytes === null || coding === null) {
      done(null, payload);
      return;
    }
    encode(bytes, coding)
      .catch((err: unknown) => {
        log.warn({ err }, 'an answer could not be compressed');
        return null;
      })
      .then((encoded) => {
        if (encoded) reply.header('content-encoding', coding).removeHeader('content-length');
        done(null, encoded ?? payload);
      }, done);
  });
}

/** The coding of a response; `null` for none. A long response gets `Vary: Accept-Encoding`. */
function codingOf(request: FastifyRequest, reply: FastifyReply, bytes: Uint8Array): Coding | null {
  const { coding, isRequired } = codingFor(request.headers['accept-encoding']?.toString());
  if (bytes.length < shortest && !isRequired) return null;
  vary(reply, 'Accept-Encoding');
  return coding;
}

const compressible = /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml|javascript)|image\/svg)/;

/** The payload as bytes if it is text without a content coding, else `null`. */
function bytesOf(reply: FastifyReply, payload: unknown): Uint8Array | null {
  const isText = compressible.test(String(reply.getHeader('content-type') ?? ''));
  if (!isText || reply.hasHeader('content-encoding')) return null;
  if (typeof payload === 'string') return Buffer.from(payload);
  return payload instanceof Uint8Array ? payload : null;
}

/** The supported content codings besides `identity`. On equal weights, the first one wins. */
const codings = ['br', 'gzip'] as const;

type Coding = (typeof codings)[number];

/**
 * The content coding of a response by `Accept-Encoding` (RFC 9110, 12.5.3); `null` for none.
 * `isRequired`: the client does not accept an uncompressed response.
 */
function codingFor(acceptEncoding: string | undefined): {
  readonly coding: Coding | null;
  readonly isRequired: boolean;
} {
  if (acceptEncoding === undefined) return asItIs;
  const weights = weightsOf(acceptEncoding);
  const weightOf = (name: string): number | undefined => weights.get(name) ?? weights.get('*');
  const identity = weightOf('identity');
  const offered = codings.map((coding) => ({ coding, weight: weightOf(coding) ?? 0 }));
  const best = offered.reduce((one, other) => (other.weight > one.weight ? other : one));
  // A client that does not name `identity` prefers the codings that it names.
  const isWanted = best.weight > 0 && best.weight >= (weights.get('identity') ?? 0);
  return isWanted ? { coding: best.coding, isRequired: identity === 0 } : asItIs;
}

const asItIs = { coding: null, isRequired: false };

/** The weight of each coding, from 0 to 1. A malformed weight counts as 0. */
function weightsOf(header: string): ReadonlyMap<string, number> {
  const entries = header.split(',').map((part): [string, number] => {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length) ?? '1';
    return [
      name === 'x-gzip' ? 'gzip' : name,
      /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0,
    ];
  });
  return new Map(entries);
}
