import { createHash } from 'node:crypto';
import type { Spending } from '../cluster/messages.ts';
import type { Peers } from '../cluster/peers.ts';
import type { RateLimit } from '../config.ts';
import { Refusal } from '../refusal.ts';
import { addressKey } from './address-key.ts';
import { SpendingBook } from './spending-book.ts';
import { TokenBuckets } from './token-bucket.ts';

/** What requests without a valid credential may do, per address. */
export const addressLimit: RateLimit = { perSecond: 20, burst: 100 };

const rememberedCredentials = 10_000;

/** Who may ask how often, in all processes of the service together. */
export class Guards {
  readonly #tokens: TokenBuckets | null;
  readonly #addresses: TokenBuckets | null;
  /** SHA-256 of credentials that were valid when last used, the longest unused first. */
  readonly #proven = new Set<string>();
  readonly #book: SpendingBook | null;

  /** @param now milliseconds of a clock that never goes back. */
  constructor(limits: { tokens: RateLimit | null; addresses: RateLimit | null }, now: () => number, peers?: Peers) {
    const book = peers ? new SpendingBook((spending) => peers.tell(spending)) : null;
    this.#book = book;
    this.#tokens = limits.tokens && new TokenBuckets(limits.tokens, now, (id) => book?.token(id));
    this.#addresses = limits.addresses && new TokenBuckets(limits.addresses, now, (key) => book?.address(key));
    peers?.onTold((spending) => this.#take(spending));
  }

  /** For what needs no credential; one that was valid when last used lets its bearer in all the same. */
  admitAnonymous(address: string, authorization?: string): void {
    if (authorization !== undefined && this.#proven.has(digest(authorization))) return;
    const key = addressKey(address);
    if (this.#addresses?.take(key) === false) throw tooMany(anonymous, this.#addresses, key);
  }

  /**
   * Runs the lookup of a credential and charges the address when it is no good, since that costs the database as
   * much as a success. An address that has failed too often gets no further lookup, unless the credential was valid
   * when last used: one bad client must not lock out the others behind its address. The charge comes after the
   * lookup and may go into debt, so that many first requests at once with a good token are all let in.
   */
  async proving<Result>(authorization: string | undefined, address: string, lookUp: () => Promise<Result>) {
    const credential = digest(authorization ?? '');
    const key = addressKey(address);
    if (!this.#proven.has(credential) && this.#addresses && this.#addresses.level(key) < 1) {
      throw tooMany(anonymous, this.#addresses, key);
    }
    try {
      const result = await lookUp();
      this.#prove(credential);
      return result;
    } catch (cause) {
      if (cause instanceof Refusal && cause.code === 'unauthenticated') {
        this.#proven.delete(credential);
        this.#addresses?.charge(key);
      }
      throw cause;
    }
  }

  /** Takes one request from the token's allowance. @returns the headers that tell what is left. */
  admitToken(tokenId: string): Record<string, string> {
    if (this.#tokens === null) return {};
    const admitted = this.#tokens.take(tokenId);
    const headers = allowance(this.#tokens, tokenId);
    if (!admitted) throw tooMany('This token', this.#tokens, tokenId, headers);
    return headers;
  }

  #prove(credential: string): void {
    if (!this.#proven.has(credential)) this.#book?.proven(credential);
    this.#remember(credential);
  }

  #take({ tokens, addresses, proven }: Spending): void {
    for (const [id, requests] of tokens) this.#tokens?.chargeElsewhere(id, requests);
    for (const [key, requests] of addresses) this.#addresses?.chargeElsewhere(key, requests);
    for (const credential of proven) this.#remember(credential);
  }

  #remember(credential: string): void {
    this.#proven.delete(credential);
    this.#proven.add(credential);
    if (this.#proven.size <= rememberedCredentials) return;
    for (const oldest of this.#proven) {
      this.#proven.delete(oldest);
      return;
    }
  }
}

const digest = (credential: string): string => createHash('sha256').update(credential).digest('base64');

const anonymous = 'Without a valid credential, this address';

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
  const rule = `${who} may make ${perSecond} requests a second, ${burst} at once.`;
  return new Refusal('rate_limit_exceeded', `${rule} Try again in ${seconds} s.`, {
    headers: { ...headers, 'retry-after': seconds, 'x-rate-limited-for': seconds },
  });
}
