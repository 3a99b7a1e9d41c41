import { setMaxListeners } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { isWebAddress } from '../resources/vocabulary/formats.ts';
import { exchange, unsent, type ExchangeOutcome } from './exchange.ts';
import { type AddressRules, isAllowed, isRefusedHost, safeLookup } from './safe-address.ts';
import type { SendError } from './send-error.ts';

/** A POST request to send. */
export interface PostRequest {
  /** An absolute http or https address; the fragment is not sent. */
  readonly url: string;
  /** Headers about the connection and the length are dropped: the sender sets its own. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Aborts the request. */
  readonly signal?: AbortSignal | undefined;
}

/** The result of a request. */
export interface Reception extends Omit<ExchangeOutcome, 'isStale'> {
  readonly durationMs: number;
}

/**
 * Sends to addresses that clients have chosen. Never sends to a private address unless that is allowed, never exceeds
 * the deadline, and never follows a redirect. Uses one connection per running request. The caller limits the number of
 * concurrent requests, because a request that waited here would lose time from its own deadline.
 */
export class Sender implements AsyncDisposable {
  readonly #rules: AddressRules;
  readonly #deadlineMs: number;
  readonly #ownHeaders: Readonly<Record<string, string>>;
  readonly #pooled: Agents;
  readonly #fresh: Agents;
  readonly #underWay = new Map<AbortController, Promise<ExchangeOutcome>>();
  #isDisposed = false;

  /** @param options.deadlineMs for the whole request: name lookup, connection, TLS, and the response to its end. */
  constructor(options: { rules: AddressRules; deadlineMs?: number; userAgent: string }) {
    this.#rules = options.rules;
    this.#deadlineMs = options.deadlineMs ?? 15_000;
    this.#ownHeaders = { 'user-agent': options.userAgent, 'accept-encoding': 'identity' };
    const lookup = safeLookup(options.rules);
    this.#pooled = newAgents({ ...connecting, ...idle, lookup });
    this.#fresh = newAgents({ ...connecting, lookup });
  }

  /** Never rejects. Retries only if a reused connection was already closed. */
  async send(sending: PostRequest): Promise<Reception> {
    const begunAt = performance.now();
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort('timeout' satisfies SendError), this.#deadlineMs);
    const giveUp = (): void => stop.abort('aborted' satisfies SendError);
    if (sending.signal) listen(sending.signal, giveUp);
    if (this.#isDisposed || sending.signal?.aborted) giveUp();
    const outcome = this.#attempt(sending, stop.signal);
    this.#underWay.set(stop, outcome);
    const { status, error, response, retryAfter } = await outcome;
    this.#underWay.delete(stop);
    sending.signal?.removeEventListener('abort', giveUp);
    clearTimeout(timer);
    return { status, durationMs: Math.round(performance.now() - begunAt), error, response, retryAfter };
  }

  /** Ends running and later requests as `aborted`. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    for (const stop of this.#underWay.keys()) stop.abort('aborted' satisfies SendError);
    await Promise.all(this.#underWay.values());
    for (const agents of [this.#pooled, this.#fresh]) {
      agents.http.destroy();
      agents.https.destroy();
    }
  }

  async #attempt(sending: PostRequest, signal: AbortSignal): Promise<ExchangeOutcome> {
    if (!isWebAddress(sending.url)) return unsent('invalid_address');
    const url = new URL(sending.url);
    if (isRefusedHost(url, this.#rules)) return unsent('unsafe_address');
    const body = Buffer.from(sending.body);
    const headers = { ...given(sending.headers), ...this.#ownHeaders, 'content-length': body.length };
    const by = (agents: Agents): Promise<ExchangeOutcome> => {
      const agent = url.protocol === 'https:' ? agents.https : agents.http;
      const options = { method: 'POST', headers, agent, maxHeaderSize: mostHeaders };
      return exchange({ url, options, body, signal, isAllowed: (address) => isAllowed(address, this.#rules) });
    };
    const outcome = await by(this.#pooled);
    return outcome.isStale ? by(this.#fresh) : outcome;
  }
}

/** One signal can stop any number of requests, so Node's warning about a listener leak does not apply. */
function listen(signal: AbortSignal, aborted: () => void): void {
  setMaxListeners(0, signal);
  signal.addEventListener('abort', aborted);
}

interface Agents {
  readonly http: http.Agent;
  readonly https: https.Agent;
}

const newAgents = (options: https.AgentOptions): Agents => ({
  http: new http.Agent(options),
  https: new https.Agent(options),
});

/**
 * Tries each of several addresses for two seconds before the next: Node's default of a quarter of a second is too short
 * for the other side of the world. Certificates are verified, whatever the environment says.
 */
const connecting = { autoSelectFamilyAttemptTimeout: 2_000, rejectUnauthorized: true };

/** The limit of idle connections per origin, and their timeout, which is shorter than that of most servers. */
const idle = { keepAlive: true, maxFreeSockets: 4, timeout: 4_000 };

/** The limit of response headers, in bytes. */
const mostHeaders = 16 * 1024;

/** The names, in lower case, of headers about the connection and the length (RFC 9110, RFC 9112). */
const ownNames = [
  ...['host', 'user-agent', 'accept-encoding', 'expect', 'connection', 'keep-alive', 'upgrade', 'te', 'trailer'],
  ...['transfer-encoding', 'content-length'],
];

const given = (headers: PostRequest['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ownNames.includes(name.toLowerCase())));
