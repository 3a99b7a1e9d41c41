import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { Refusal } from '../../refusal.ts';
import { HeadedRefusal } from '../contract/answer.ts';
import type { Operation } from '../contract/operation.ts';
import { addressKey } from '../contract/address-key.ts';
import { type ByteLimits, mebibyte } from '../../variable-kinds.ts';
import { mostOfBody } from './body.ts';
import { ByteBudget } from './byte-budget.ts';

/** The limit of an operation's body in bytes. Bulk bodies have a higher limit. */
export function bodyLimit(operation: Operation): number {
  // The operation counts the bytes of a file while it reads them.
  if (operation.upload) return Number.MAX_SAFE_INTEGER;
  return operation.rows ? 16 * mebibyte : mostOfBody;
}

/** The limits of request bodies. */
export interface BodyLimits {
  /** The byte budget of bodies with a credential. */
  readonly budget: ByteBudget;
  /** Milliseconds without a byte after which the service stops waiting for the rest of a body. */
  readonly stall: number;
  /** Milliseconds in which a whole body must arrive. */
  readonly whole: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The request ends when this response ends. */
    response: ServerResponse | null;
  }
}

/**
 * Receives bodies as raw bytes: the idempotency fingerprint covers them, and only operations know their size limit. The
 * bytes count toward the account, or the address if there is no credential, from their arrival until the response ends.
 * They do not count by token, because a user can have many tokens and would have no limit.
 */
export function readBodiesAsBytes(app: FastifyInstance, limits: BodyLimits): void {
  const budgets = { known: limits.budget, unknown: new ByteBudget(withoutCredential) };
  app.removeAllContentTypeParsers();
  app.decorateRequest('response', null);
  app.addHook('preParsing', (request, reply, payload, done) => {
    request.response = reply.raw;
    done(null, payload);
  });
  app.addContentTypeParser('*', (request, payload, done) => {
    if (request.routeOptions.config.takesFile) {
      done(null, payload);
      return;
    }
    receive(payload, new ReceivedBytes(request, senderOf(request, budgets)), limits).then(
      (bytes) => done(null, bytes),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
    );
  });
}

/** The limits of bodies without a credential. These bodies are short and do not use the accounts' budget. */
const withoutCredential: ByteLimits = { all: 16 * mebibyte, each: 4 * mebibyte };

/** The account or address to which the bytes of a body are charged. */
interface Sender {
  readonly budget: ByteBudget;
  readonly key: string;
  readonly inWords: string;
}

function senderOf({ actor, ip }: FastifyRequest, { known, unknown }: Record<'known' | 'unknown', ByteBudget>): Sender {
  return actor
    ? { budget: known, key: actor.accountId, inWords: 'The clients of one account' }
    : { budget: unknown, key: addressKey(ip), inWords: 'Without a credential, an IP address' };
}

/** Resolves with the complete body. After a refusal, it drains the rest so that the client reads the response. */
function receive(
  payload: Readable,
  received: ReceivedBytes,
  { stall, whole }: Pick<BodyLimits, 'stall' | 'whole'>,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const settle = (settled: () => void): void => {
      clearTimeout(timer);
      clearTimeout(deadline);
      payload.off('data', onData).off('end', onEnd).off('error', onError).resume();
      settled();
    };
    const onData = (chunk: Buffer): void => {
      timer.refresh();
      const refusal = received.add(chunk);
      if (refusal) settle(() => reject(refusal));
    };
    const onEnd = (): void => settle(() => resolve(received.bytes()));
    const onError = (error: Error): void => settle(() => reject(Object.assign(error, { statusCode: 400 })));
    const timer = setTimeout(() => settle(() => reject(stalled(stall))), stall);
    const deadline = setTimeout(() => settle(() => reject(tooSlow(whole))), whole);
    payload.on('data', onData).on('end', onEnd).on('error', onError);
  });
}

/** In bytes: the first buffer size, and the size from which the buffer gets its full announced length at once. */
const [first, long] = [16 * 1024, mebibyte];

/** A body in one growing buffer. Tiny chunks take no more memory than their bytes. */
class ReceivedBytes {
  readonly #sender: Sender;
  readonly #limit: number;
  readonly #announced: number;
  #buffer = Buffer.alloc(0);
  #length = 0;
  #held = 0;
  #isOver = false;

  constructor(request: FastifyRequest, sender: Sender) {
    this.#sender = sender;
    this.#limit = request.routeOptions.bodyLimit;
    this.#announced = Number(request.headers['content-length'] ?? this.#limit);
    const end = (): void => {
      this.#hold(-this.#held);
      this.#isOver = true;
    };
    request.response?.once('finish', end).once('close', end);
  }

  /** @returns the refusal if the chunk exceeds a limit, else `null`. */
  add(chunk: Buffer): Refusal | null {
    const length = this.#length + chunk.length;
    if (Math.max(length, this.#announced) > this.#limit) return tooLarge();
    const refusal = length > this.#buffer.length ? this.#grow(length) : null;
    if (refusal) return refusal;
    chunk.copy(this.#buffer, this.#length);
    this.#length = length;
    return null;
  }

  /** Returns the body once and releases the buffer. */
  bytes(): Buffer {
    const bytes = this.#buffer.subarray(0, this.#length);
    this.#buffer = Buffer.alloc(0);
    return bytes;
  }

  #grow(least: number): Refusal | null {
    const usual = least > long ? this.#announced : Math.max(least, first, this.#buffer.length * 2);
    const size = Math.min(this.#announced, usual);
    const more = size - this.#buffer.length;
    const exceeded = this.#sender.budget.exceeded(this.#sender.key, more);
    if (exceeded !== null) return tooMuch[exceeded](this.#sender);
    this.#hold(more);
    const buffer = Buffer.allocUnsafeSlow(size);
    this.#buffer.copy(buffer, 0, 0, this.#length);
    this.#buffer = buffer;
    return null;
  }

  #hold(bytes: number): void {
    if (this.#isOver) return;
    this.#held += bytes;
    this.#sender.budget.hold(this.#sender.key, bytes);
  }
}

/** The refusal of a body beyond the limit of its operation. */
export const tooLarge = (): Refusal => new Refusal('too_large', 'The body is larger than this operation accepts.');

/** Sent immediately; then the connection closes, because later bytes would be parsed as the next request. */
const stalled = (stall: number): Refusal =>
  new HeadedRefusal('request_timeout', `No byte of the body has arrived for ${stall / 1000} s.`, {
    Connection: 'close',
  });

const tooSlow = (whole: number): Refusal =>
  new HeadedRefusal('request_timeout', `The body did not arrive within ${whole / 1000} s.`, { Connection: 'close' });

/** A sender over its own limit gets 429. When the bodies of all senders reach the total limit, a sender gets 503. */
const tooMuch = {
  each: ({ inWords, budget: { limits } }: Sender): Refusal => {
    const rule = `${inWords} may send at most ${limits.each / mebibyte} MiB of bodies at once.`;
    return new HeadedRefusal('rate_limit_exceeded', `${rule} Try again in 1 s.`, {
      'Retry-After': '1',
      'X-Rate-Limited-For': '1',
    });
  },
  all: (): Refusal =>
    new Refusal('unavailable', 'The service has no memory for more request bodies now. Try again later.', {
      retryAfterSeconds: 1,
    }),
};
