import { setMaxListeners } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { isWebAddress } from '../resources/formats.ts';
import { exchange, unsent, type Outcome } from './exchange.ts';
import { isPrivateHost, type AddressRules } from './safe-address.ts';
import { isAllowed, safeLookup } from './safe-lookup.ts';
import type { SendError } from './send-error.ts';

/** What is to be sent, by POST. */
export interface Sending {
  /** An absolute http or https address; what follows `#` is not sent. */
  readonly url: string;
  /** Those that have to do with the connection and the length are the sender's own, and left out. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Gives up. */
  readonly signal?: AbortSignal | undefined;
}

/** How it was received. */
export interface Reception {
  /** `null` when no head of an answer came. */
  readonly status: number | null;
  readonly durationMs: number;
  /** `null` when an answer came, whatever its status: whole, or the first 64 KiB of it. */
  readonly error: SendError | null;
  /**
   * Of the answer's first KiB, at most 1,024 characters without NUL. It may be there beside an error. `null` without
   * an answer, or when it is compressed.
   */
  readonly response: string | null;
  /** The header `Retry-After` as it came: seconds or a date (RFC 9110), or anything else. */
  readonly retryAfter: string | null;
}

/**
 * Sends to addresses that others have chosen: never to a private one unless that is allowed, never longer than the
 * deadline, never on to where an answer points. It has as many connections in use as sendings under way: how many there
 * are at once is for the caller to bound, since what waited here would wait at the expense of its own deadline.
 */
export class Sender implements AsyncDisposable {
  readonly #rules: AddressRules;
  readonly #deadlineMs: number;
  readonly #ownHeaders: Readonly<Record<string, string>>;
  readonly #pooled: Agents;
  readonly #fresh: Agents;
  readonly #underWay = new Map<AbortController, Promise<Outcome>>();
  #isDisposed = false;

  /** @param options.deadlineMs for all of a sending: name, connection, TLS, and the answer to its end. */
  constructor(options: { rules: AddressRules; deadlineMs?: number; userAgent: string }) {
    this.#rules = options.rules;
    this.#deadlineMs = options.deadlineMs ?? 15_000;
    this.#ownHeaders = { 'user-agent': options.userAgent, 'accept-encoding': 'identity' };
    const lookup = safeLookup(options.rules);
    this.#pooled = newAgents({ ...connecting, ...idle, lookup });
    this.#fresh = newAgents({ ...connecting, lookup });
  }

  /** Never rejects. A second attempt is made only where a connection that was used again had been closed by then. */
  async send(sending: Sending): Promise<Reception> {
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

  /** What is under way ends as `aborted`, and so does whatever is sent from now on. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    for (const stop of this.#underWay.keys()) stop.abort('aborted' satisfies SendError);
    await Promise.all(this.#underWay.values());
    for (const agents of [this.#pooled, this.#fresh]) {
      agents.http.destroy();
      agents.https.destroy();
    }
  }

  async #attempt(sending: Sending, signal: AbortSignal): Promise<Outcome> {
    if (!isWebAddress(sending.url)) return unsent('invalid_address');
    const url = new URL(sending.url);
    if (!this.#rules.allowPrivate && isPrivateHost(url)) return unsent('unsafe_address');
    const body = Buffer.from(sending.body);
    const headers = { ...given(sending.headers), ...this.#ownHeaders, 'content-length': body.length };
    const by = (agents: Agents): Promise<Outcome> => {
      const agent = url.protocol === 'https:' ? agents.https : agents.http;
      const options = { method: 'POST', headers, agent, maxHeaderSize: mostHeaders };
      return exchange({ url, options, body, signal, isAllowed: (address) => isAllowed(address, this.#rules) });
    };
    const outcome = await by(this.#pooled);
    return outcome.isStale ? by(this.#fresh) : outcome;
  }
}

/** One signal may stop any number of sendings, which is no leak that a warning were due to. */
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
 * Each of several addresses is given two seconds before the next is tried: Node's quarter of a second is too short for
 * the other side of the world. Certificates are looked at whatever the environment says.
 */
const connecting = { autoSelectFamilyAttemptTimeout: 2_000, rejectUnauthorized: true };

/** So many connections wait for more to send to one origin, for less time than most servers keep them open. */
const idle = { keepAlive: true, maxFreeSockets: 4, timeout: 4_000 };

/** In bytes, of an answer. */
const mostHeaders = 16 * 1024;

/** In lower case: these say how a request is carried and how long it is (RFC 9110, RFC 9112). */
const ownNames = [
  ...['host', 'user-agent', 'accept-encoding', 'expect', 'connection', 'keep-alive', 'upgrade', 'te', 'trailer'],
  ...['transfer-encoding', 'content-length'],
];

const given = (headers: Sending['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ownNames.includes(name.toLowerCase())));
