import { Refusal } from '../refusal.ts';
import type { Engine } from '../database/engine.ts';
import { lastMessage, messagesAfter, type PlacedMessage, positionOf } from '../store/log/messages.ts';
import { lastPositionOf, lastPositions, placeMessages, placeMessagesOf } from '../store/outbox/positions.ts';
import { fewAtOnce } from '../jobs/few-at-once.ts';
import { newNotifier, type Notifier, onCommit, onNews } from '../jobs/notifier.ts';
import { PollingLoop } from '../jobs/polling-loop.ts';

/** The account that follows its events, and the browser session that does; null for a token. */
export interface Follower {
  readonly accountId: string;
  readonly sessionId: string | null;
}

/** A subscription to the messages of an account after a position, as they are committed. */
export interface FeedSubscription {
  readonly follower: Follower;
  readonly after: number;
  /** Ends the subscription. */
  readonly signal: AbortSignal;
}

/** An account with followers. */
interface FollowedAccount {
  readonly followers: Set<FeedSubscription>;
  /** The last known position. */
  last: number;
  /** When the last position was seen to change, by the timer of the feed. */
  newsAt: number;
  readonly news: Notifier;
}

interface FeedParts {
  readonly engine: Engine;
  /** The polling interval for commits of other processes, while there are followers. */
  readonly followEveryMs: number;
  /** The time of silence after which a follower gets an empty batch, as a sign that it still follows. */
  readonly pulseMs: number;
  readonly failed: (error: unknown) => void;
  /** A timer in milliseconds. The default is the process's own. */
  readonly timer?: () => number;
}

const restMs = 50;
/** An account counts as busy for so long after news. */
const busyMs = 60_000;
/** A look at all followed accounts rests for so many times the time that it took, but for `mostRestMs` at most. */
const restOfAll = 100;
const mostRestMs = 5000;
/** The number of accounts read at once after commits of this process. */
const mostAccountsAtOnce = 2;
/** The limits of streams at once: in the process, of an account's tokens, of its sessions, and of one session. */
const mostFollowers = { all: 1000, tokens: 100, sessions: 500, ofSession: 4 };

/** The live feed of committed messages. One poll of the database serves all followers of a process. */
export class EventFeed implements AsyncDisposable {
  readonly pulseMs: number;
  readonly #engine: Engine;
  readonly #timer: () => number;
  readonly #loop: PollingLoop;
  /** When the next look at all followed accounts may be, by the timer. */
  #allAgainAt = -Infinity;
  /** The followed accounts that this process has changed since the last poll. */
  readonly #changed = new Set<string>();
  readonly #stopHearing: () => void;
  #isOver = false;
  readonly #followed = new Map<string, FollowedAccount>();
  readonly #reading = new Map<string, Promise<PlacedMessage[]>>();

  constructor({ engine, followEveryMs, pulseMs, failed, timer = () => performance.now() }: FeedParts) {
    this.#engine = engine;
    this.#timer = timer;
    this.pulseMs = pulseMs;
    this.#loop = new PollingLoop((isRegular) => this.#poll(isRegular), { everyMs: followEveryMs, restMs, failed });
    this.#stopHearing = onCommit(engine, (accountId) => this.#hear(accountId));
  }

  /** The last message of an account, all commits included. Its id is null if the message has been deleted. */
  async lastMessage(accountId: string): Promise<{ position: number; id: string | null }> {
    await placeMessagesOf(this.#engine, accountId);
    return await lastMessage(this.#engine, accountId);
  }

  /** The position of a message; `null` if the account does not have a message of this id, or no longer has it. */
  async positionOf(accountId: string, messageId: string): Promise<number | null> {
    await placeMessagesOf(this.#engine, accountId);
    return await positionOf(this.#engine, accountId, messageId);
  }

  /**
   * @throws {Refusal} at the limit of followers. Call it before a stream begins, so that the refusal has its own
   * status.
   */
  refuseOneTooMany({ accountId, sessionId }: Follower): void {
    const all = [...this.#followed.values()].reduce((sum, { followers }) => sum + followers.size, 0);
    const others = [...(this.#followed.get(accountId)?.followers ?? [])].map(({ follower }) => follower.sessionId);
    const sessions = others.filter((other) => other !== null);
    const isFull =
      sessionId === null
        ? others.length - sessions.length >= mostFollowers.tokens
        : sessions.length >= mostFollowers.sessions ||
          sessions.filter((other) => other === sessionId).length >= mostFollowers.ofSession;
    if (isFull || all >= mostFollowers.all) throw new Refusal('unavailable', 'Too many event streams are open.');
  }

  /**
   * Yields each message once, in batches by position, and an empty batch after a while of silence. Ends with its signal
   * or with the feed.
   * @throws {Refusal} at the limit of followers.
   */
  async *follow(following: FeedSubscription): AsyncGenerator<readonly PlacedMessage[]> {
    const { after, signal } = following;
    const { accountId } = following.follower;
    const followed = this.#join(following);
    let position = after;
    try {
      while (!signal.aborted && !this.#isOver) {
        const known = followed.last;
        const news = await this.#read(accountId, position, known);
        // An empty read means that every message up to `known` was sent before or has been deleted.
        position = news.at(-1)?.position ?? Math.max(position, known);
        if (news.length > 0) yield news;
        else if (!(await hasNews(followed, position, { silenceMs: this.pulseMs, signal }))) yield [];
      }
    } finally {
      this.#leave(following, followed);
    }
  }

  /** Ends all subscriptions. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopHearing();
    this.#isOver = true;
    for (const { news } of this.#followed.values()) news.emit('news');
    await this.#loop[Symbol.asyncDispose]();
  }

  /** Ignores commits of accounts without followers. */
  #hear(accountId: string): void {
    if (!this.#followed.has(accountId)) return;
    this.#changed.add(accountId);
    this.#loop.wake();
  }

  #join(following: FeedSubscription): FollowedAccount {
    const { accountId } = following.follower;
    this.refuseOneTooMany(following.follower);
    const followed = this.#followed.get(accountId) ?? newlyFollowed();
    followed.followers.add(following);
    this.#followed.set(accountId, followed);
    return followed;
  }

  #leave(following: FeedSubscription, followed: FollowedAccount): void {
    followed.followers.delete(following);
    if (followed.followers.size === 0) this.#followed.delete(following.follower.accountId);
  }

  /** Reads the accounts that this process has changed, and those of other processes at the pace of the polls. */
  async #poll(isRegular: boolean): Promise<void> {
    const changed = [...this.#changed];
    this.#changed.clear();
    await fewAtOnce(changed, mostAccountsAtOnce, async (accountId) => {
      await placeMessagesOf(this.#engine, accountId);
      this.#note(accountId, await lastPositionOf(this.#engine, accountId));
    });
    if (isRegular) await this.#look();
  }

  /** Looks at the busy accounts, and at the idle ones too if such a look does not take too much of the time. */
  async #look(): Promise<void> {
    const startedAt = this.#timer();
    const isOfAll = startedAt >= this.#allAgainAt;
    const accountIds = [...this.#followed]
      .filter(([, { newsAt }]) => isOfAll || newsAt > startedAt - busyMs)
      .map(([accountId]) => accountId);
    if (accountIds.length === 0) return;
    await placeMessages(this.#engine, accountIds);
    for (const { account_id: id, last } of await lastPositions(this.#engine, accountIds)) this.#note(id, Number(last));
    if (isOfAll) this.#allAgainAt = startedAt + Math.min(mostRestMs, restOfAll * (this.#timer() - startedAt));
  }

  #note(accountId: string, last: number): void {
    const followed = this.#followed.get(accountId);
    if (!followed || followed.last === last) return;
    // The first position that the feed sees is no news.
    if (followed.last > 0) followed.newsAt = this.#timer();
    followed.last = last;
    followed.news.emit('news');
  }

  /** Followers at the same position that know the same last position share one query. */
  #read(accountId: string, position: number, known: number): Promise<PlacedMessage[]> {
    const key = `${accountId}/${position}/${known}`;
    const reading = this.#reading.get(key) ?? messagesAfter(this.#engine, accountId, position);
    this.#reading.set(key, reading);
    return reading.finally(() => this.#reading.delete(key));
  }
}

const newlyFollowed = (): FollowedAccount => ({
  followers: new Set(),
  last: 0,
  newsAt: -Infinity,
  news: newNotifier(),
});

/** Resolves with true when there may be messages after a position or the feed ends, with false on silence or abort. */
function hasNews(
  followed: FollowedAccount,
  position: number,
  { silenceMs, signal }: { silenceMs: number; signal: AbortSignal },
): Promise<boolean> {
  if (followed.last > position) return Promise.resolve(true);
  return new Promise((resolve) => {
    const settle = (isNews: boolean) => (): void => {
      clearTimeout(timer);
      stopHearing();
      signal.removeEventListener('abort', silent);
      resolve(isNews);
    };
    const silent = settle(false);
    const timer = setTimeout(silent, silenceMs).unref();
    const stopHearing = onNews(followed.news, settle(true));
    signal.addEventListener('abort', silent);
    if (signal.aborted) silent();
  });
}
