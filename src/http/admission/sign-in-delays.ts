import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { HeadedRefusal } from '../contract/answer.ts';
import { addressKey } from '../contract/address-key.ts';
import type { Refusal } from '../../refusal.ts';

const windowMs = 15 * 60_000;
const firstDelayMs = 15_000;
const remembered = 100_000;

/** The kinds of keys that wrong passwords count for, with the number in 15 minutes from which on the client waits. */
const patience = { email: 5, user: 5, address: 5, password: 5, browser: 20 } as const;

/** A text that wrong passwords are counted by, as its digest. */
export type DelayKey = `${keyof typeof patience}:${string}`;

export const delayKey = (kind: keyof typeof patience, text: string): DelayKey =>
  `${kind}:${createHash('sha256').update(text).digest('base64')}`;

/** The keys of a sign-in, which wait for their turns in this order: its IP address or network, and its e-mail address. */
export const signInKeys = (email: string, address: string): readonly [DelayKey, DelayKey] => [
  delayKey('address', addressKey(address)),
  delayKey('email', email.toLowerCase()),
];

/** A guess of the password of a user who is signed in. */
interface Guess {
  /** Account and user. */
  readonly user: string;
  readonly email: string;
  readonly address: string;
}

/** The wrong passwords of one key. */
interface Failures {
  /** In milliseconds since 1970. */
  readonly times: readonly number[];
  readonly heldUntil: number;
  /** How often the first delay has been doubled; negative before it. */
  readonly doublings: number;
}

const none: Failures = { times: [], heldUntil: 0, doublings: -1 };

const kindOf = (key: DelayKey) => key.slice(0, key.indexOf(':')) as keyof typeof patience;

/**
 * Slows down the guessing of passwords. From the fifth wrong password of a key in 15 minutes on, the next one has to
 * wait: 15 seconds, then twice as long each time, at most 15 minutes. The waits start
 * again at 15 seconds once 15 minutes have passed since the last wait.
 */
export class SignInDelays {
  readonly #now: () => number;
  readonly #told: (kind: 'failed' | 'forgiven', keys: readonly DelayKey[]) => void;
  readonly #failures = new LRUCache<DelayKey, Failures>({ max: remembered });
  readonly #turns = new Map<DelayKey, Promise<unknown>>();

  /** @param told receives the keys that this process counts or forgets, for the other processes. */
  constructor(now: () => number, told: (kind: 'failed' | 'forgiven', keys: readonly DelayKey[]) => void) {
    this.#now = now;
    this.#told = told;
  }

  /** The whole seconds until the last of the keys need not wait any more. */
  secondsLeft(keys: readonly DelayKey[]): number {
    const until = Math.max(...keys.map((key) => this.#failures.get(key)?.heldUntil ?? 0));
    const left = until - this.#now();
    // A wait never exceeds the window. A longer one means that the clock has gone back since.
    return left > windowMs ? 0 : Math.max(0, Math.ceil(left / 1000));
  }

  /** Whether one of the keys has to wait. */
  isHeld(keys: readonly DelayKey[]): boolean {
    return this.secondsLeft(keys) > 0;
  }

  /** @throws {Refusal} `rate_limit_exceeded` if one of the keys has to wait. */
  refuseHeld(keys: readonly DelayKey[]): void {
    const seconds = this.secondsLeft(keys);
    if (seconds > 0) throw tooManyFailures(seconds);
  }

  /**
   * Verifies a password of a user who is signed in. The guesses of others do not hold it up.
   * @throws {Refusal} `rate_limit_exceeded` after too many wrong ones of this user.
   */
  async guess({ user, email, address }: Guess, isRight: () => Promise<boolean>): Promise<boolean> {
    const own = delayKey('password', user);
    return await this.inTurn([own], async () => {
      this.refuseHeld([own]);
      const right = await isRight();
      if (right) this.forgive([own]);
      else this.failed([own, ...signInKeys(email, address)]);
      return right;
    });
  }

  /**
   * Runs the work of each key one after the other. Otherwise many requests at once would each be judged before the
   * others have failed.
   */
  async inTurn<Result>([key, ...further]: readonly DelayKey[], work: () => Promise<Result>): Promise<Result> {
    if (key === undefined) return await work();
    const turn = (this.#turns.get(key) ?? Promise.resolve()).then(() => this.inTurn(further, work));
    const ended = turn.catch(() => undefined);
    this.#turns.set(key, ended);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(key) === ended) this.#turns.delete(key);
    }
  }

  /** Counts a wrong password. */
  failed(keys: readonly DelayKey[]): void {
    if (keys.length === 0) return;
    this.failedElsewhere(keys);
    this.#told('failed', keys);
  }

  /** Forgets wrong passwords after a right one. */
  forgive(keys: readonly DelayKey[]): void {
    const known = keys.filter((key) => this.#failures.has(key));
    if (known.length === 0) return;
    this.forgivenElsewhere(known);
    this.#told('forgiven', known);
  }

  failedElsewhere(keys: readonly DelayKey[]): void {
    for (const key of keys) this.#failures.set(key, this.#withOneMore(key));
  }

  forgivenElsewhere(keys: readonly DelayKey[]): void {
    for (const key of keys) this.#failures.delete(key);
  }

  #withOneMore(key: DelayKey): Failures {
    const now = this.#now();
    const before = this.#failures.get(key) ?? none;
    const times = [...before.times.filter((time) => time > now - windowMs), now];
    const isHeldAgain = before.heldUntil > now - windowMs;
    const doublings = isHeldAgain ? before.doublings + 1 : times.length - patience[kindOf(key)];
    const heldUntil = doublings < 0 ? 0 : now + Math.min(windowMs, firstDelayMs * 2 ** doublings);
    return { times, doublings, heldUntil };
  }
}

const tooManyFailures = (seconds: number): Refusal =>
  new HeadedRefusal('rate_limit_exceeded', `Too many wrong passwords. Try again in ${seconds} s.`, {
    'retry-after': String(seconds),
    'x-rate-limited-for': String(seconds),
  });
