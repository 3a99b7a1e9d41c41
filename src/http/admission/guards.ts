import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Peers, UsageReport } from '../../cluster/messages.ts';
import type { Clock } from '../../clock.ts';
import type { RateLimit } from '../../variable-kinds.ts';
import type { Actor } from '../../records/request-context.ts';
import { Refusal } from '../../refusal.ts';
import { HeadedRefusal } from '../contract/answer.ts';
import { addressKey } from '../contract/address-key.ts';
import { FeedReads } from './feed-reads.ts';
import { type DelayKey, SignInDelays } from './sign-in-delays.ts';
import { SpendingBook } from './spending-book.ts';
import { TokenBuckets } from './token-buckets.ts';

/** The rate limit per address for requests without a valid credential. */
export const addressLimit: RateLimit = { perSecond: 20, burst: 100 };

const rememberedCredentials = 10_000;

/** The rate limits of requests; `null` for no limit. */
export interface Limits {
  readonly tokens: RateLimit | null;
  readonly accounts: RateLimit | null;
  /** For requests without a valid credential. */
  readonly addresses: RateLimit | null;
}

/** Enforces the rate limits across all processes of the service. */
export class Guards {
  readonly #tokens: TokenBuckets | null;
  readonly #accounts: TokenBuckets | null;
  readonly #addresses: TokenBuckets | null;
  readonly #feeds: FeedReads;
  /** SHA-256 digests of credentials that were valid when last used. */
  readonly #proven = new LRUCache<string, true>({ max: rememberedCredentials });
  readonly #book: SpendingBook | null;
  readonly signIns: SignInDelays;

  /**
   * @param now milliseconds of a monotonic clock.
   * @param clock counts the delays of sign-ins.
   */
  constructor(limits: Limits, { now, clock, peers }: { now: () => number; clock: Clock; peers?: Peers | undefined }) {
    const book = peers ? new SpendingBook((spending) => peers.tell(spending)) : null;
    this.#book = book;
    this.#tokens = limits.tokens && new TokenBuckets(limits.tokens, now, (id) => book?.charge('tokens', id));
    this.#accounts = limits.accounts && new TokenBuckets(limits.accounts, now, (id) => book?.charge('accounts', id));
    this.#addresses =
      limits.addresses && new TokenBuckets(limits.addresses, now, (key) => book?.charge('addresses', key));
    this.#feeds = new FeedReads(now, (id) => book?.charge('feeds', id));
    this.signIns = new SignInDelays(
      () => clock.now().getTime(),
      (kind, keys) => book?.signIns(kind, keys),
    );
    peers?.onTold((spending) => this.#take(spending));
  }

  /** Admits a request that needs no credential. A credential that was valid when last used bypasses the limit. */
  admitAnonymous(address: string, credential?: string): void {
    if (credential !== undefined && this.#proven.has(digest(credential))) return;
    const key = addressKey(address);
    if (this.#addresses?.take(key) === false) throw tooMany(anonymous, this.#addresses, key);
  }

  /**
   * Admits a request with a credential, by the limits of its address, its token and its account.
   * @param lookUp finds the caller by the credential.
   * @returns the caller, and the headers with the token's remaining requests.
   */
  async admitCaller<Caller extends { readonly actor: Actor }>(
    text: string | undefined,
    address: string,
    lookUp: () => Promise<Caller>,
  ): Promise<{ readonly caller: Caller; readonly headers: Readonly<Record<string, string>> }> {
    const caller = await this.#proving(text, address, lookUp);
    return { caller, headers: this.#admitToken(caller.actor) };
  }

  /**
   * Admits a read of a calendar feed, by the limits of its address, the feed and its account.
   * @param lookUp finds the reader by the secret, or throws `not_found`.
   */
  async admitFeed<Reader extends { readonly actor: Actor }>(
    secret: string,
    address: string,
    lookUp: () => Promise<Reader>,
  ): Promise<Reader> {
    const reader = await this.#proving(secret, address, lookUp);
    const { accountId, tokenId } = reader.actor;
    this.#feeds.take(tokenId);
    if (this.#accounts?.take(accountId) === false) throw tooMany(together, this.#accounts, accountId);
    return reader;
  }

  /**
   * Looks up a credential and charges the address if the lookup fails, because a failure costs the database as much as
   * a success. An address over its limit gets no further lookup unless the credential was valid when last used, so one
   * bad client does not lock out others behind the same address. The charge follows the lookup and can go into debt, so
   * concurrent first requests with a valid token all pass.
   */
  async #proving<Result>(text: string | undefined, address: string, lookUp: () => Promise<Result>): Promise<Result> {
    const credential = digest(text ?? '');
    const key = addressKey(address);
    if (!this.#proven.has(credential) && this.#addresses && this.#addresses.level(key) < 1) {
      throw tooMany(anonymous, this.#addresses, key);
    }
    try {
      const result = await lookUp();
      this.#prove(credential);
      return result;
    } catch (cause) {
      if (cause instanceof Refusal && ['unauthenticated', 'not_found'].includes(cause.code)) {
        this.#proven.delete(credential);
        this.#addresses?.charge(key);
      }
      throw cause;
    }
  }

  /**
   * Charges one request to the token and to its account. If either limit is used up, neither is charged.
   * @returns the headers with the token's remaining requests.
   */
  #admitToken({ tokenId, accountId, isSession }: Pick<Actor, 'tokenId' | 'accountId' | 'isSession'>) {
    const headers = () => (this.#tokens ? allowance(this.#tokens, tokenId) : {});
    if (this.#tokens && this.#tokens.level(tokenId) < 1)
      throw tooMany(isSession ? 'This session' : 'This token', this.#tokens, tokenId, headers());
    if (this.#accounts?.take(accountId) === false) {
      throw tooMany(together, this.#accounts, accountId, headers());
    }
    this.#tokens?.charge(tokenId);
    return headers();
  }

  #prove(credential: string): void {
    if (!this.#proven.has(credential)) this.#book?.proven(credential);
    this.#proven.set(credential, true);
  }

  #take({ tokens, accounts, addresses, feeds, proven, failed, forgiven }: UsageReport): void {
    for (const [id, requests] of tokens) this.#tokens?.chargeElsewhere(id, requests);
    for (const [id, requests] of accounts) this.#accounts?.chargeElsewhere(id, requests);
    for (const [key, requests] of addresses) this.#addresses?.chargeElsewhere(key, requests);
    for (const [id, reads] of feeds) this.#feeds.chargeElsewhere(id, reads);
    for (const credential of proven) this.#proven.set(credential, true);
    this.signIns.failedElsewhere(failed as DelayKey[]);
    this.signIns.forgivenElsewhere(forgiven as DelayKey[]);
  }
}

const digest = (credential: string): string => createHash('sha256').update(credential).digest('base64');

const together = 'All tokens of this account together';

const anonymous = 'Without a valid credential, this IP address';

/** `RateLimit` and `RateLimit-Policy` as in draft-ietf-httpapi-ratelimit-headers-10. */
function allowance(buckets: TokenBuckets, key: string): Record<string, string> {
  const { perSecond, burst } = buckets.limit;
  const left = Math.max(0, Math.floor(buckets.level(key)));
  return {
    'ratelimit-policy': `"default";q=${burst};w=${Math.ceil(burst / perSecond)}`,
    ratelimit: `"default";r=${left};t=${buckets.secondsUntilFull(key)}`,
  };
}

function tooMany(who: string, buckets: TokenBuckets, key: string, headers: Record<string, string> = {}): Refusal {
  const seconds = String(buckets.secondsUntilOne(key));
  const { perSecond, burst } = buckets.limit;
  const rule = `${who} may make ${perSecond} ${perSecond === 1 ? 'request' : 'requests'} a second, up to ${burst} at once.`;
  return new HeadedRefusal('rate_limit_exceeded', `${rule} Try again in ${seconds} s.`, {
    ...headers,
    'retry-after': seconds,
    'x-rate-limited-for': seconds,
  });
}
