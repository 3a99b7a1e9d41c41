import { Refusal } from '../refusal.ts';
import type { Engine } from '../store/engine.ts';
import { lastPositions, placeMessages } from '../store/positions.ts';
import { Bell, bellOf } from './bell.ts';
import { type KeptMessage, messageColumns } from './message-json.ts';
import { Rounds } from './rounds.ts';

/** A message in an order to which nothing is ever added before what has been seen. */
export interface PlacedMessage extends KeptMessage {
  /** Rises by 1 from one message of an account to the next. */
  readonly position: number;
}

/** The messages of an account after a position, as they are committed. */
export interface Following {
  readonly accountId: string;
  readonly after: number;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** An account that somebody follows. */
interface Followed {
  followers: number;
  /** The last position that is known of. */
  last: number;
  readonly news: Bell;
}

interface FeedParts {
  readonly engine: Engine;
  /** How often it looks for what other processes have committed, while somebody follows. */
  readonly followEveryMs: number;
  /** After so long without any message, none is passed on, for whoever wants to know that it still follows. */
  readonly pulseMs: number;
  readonly failed: (error: unknown) => void;
}

const restMs = 50;
const mostAtOnce = 500;
const mostFollowers = { all: 1000, ofAccount: 100 };

/** What is committed, for those who follow it live: one look at the database serves all of a process. */
export class EventFeed implements AsyncDisposable {
  readonly pulseMs: number;
  readonly #engine: Engine;
  readonly #rounds: Rounds;
  readonly #stopHearing: () => void;
  #isOver = false;
  readonly #followed = new Map<string, Followed>();
  readonly #reading = new Map<string, Promise<PlacedMessage[]>>();

  constructor({ engine, followEveryMs, pulseMs, failed }: FeedParts) {
    this.#engine = engine;
    this.pulseMs = pulseMs;
    this.#rounds = new Rounds(() => this.#round(), { everyMs: followEveryMs, restMs, failed });
    this.#stopHearing = bellOf(engine).onRing(() => this.#hear());
  }

  /** The last message of an account, everything that is committed counted; without an id when it has been forgotten. */
  async lastMessage(accountId: string): Promise<{ position: number; id: string | null }> {
    await placeMessages(this.#engine, [accountId]);
    const [found] = await this.#engine.query<{ last: string; id: string | null }>(
      `select p.last, m.id from message_positions p
      left join webhook_messages m on m.account_id = p.account_id and m.position = p.last
      where p.account_id = $1::bigint`,
      [accountId],
    );
    return { position: Number(found?.last ?? 0), id: found?.id ?? null };
  }

  /** The position of a message; `null` when the account has none of this id, or has it no longer. */
  async positionOf(accountId: string, messageId: string): Promise<number | null> {
    await placeMessages(this.#engine, [accountId]);
    const [found] = await this.#engine.query<{ position: string }>(
      'select position from webhook_messages where account_id = $1::bigint and id = $2',
      [accountId, messageId],
    );
    return found ? Number(found.position) : null;
  }

  /** @throws {Refusal} when too many follow already: said of a stream before it begins, it has a status of its own. */
  refuseOneTooMany(accountId: string): void {
    const all = [...this.#followed.values()].reduce((sum, { followers }) => sum + followers, 0);
    const ofAccount = this.#followed.get(accountId)?.followers ?? 0;
    if (all < mostFollowers.all && ofAccount < mostFollowers.ofAccount) return;
    throw new Refusal('unavailable', 'Too many follow the events already.', { headers: { 'Retry-After': '5' } });
  }

  /**
   * Each message once, by position, some at a time; none after a while of silence. It ends with its
   * signal, and when the feed does.
   * @throws {Refusal} when too many follow already.
   */
  async *follow({ accountId, after, signal }: Following): AsyncGenerator<readonly PlacedMessage[]> {
    const followed = this.#join(accountId);
    let position = after;
    try {
      while (!signal.aborted && !this.#isOver) {
        const known = followed.last;
        const news = await this.#read(accountId, position, known);
        // Up to what was known before nothing is left to read, be it that it has been forgotten.
        position = news.at(-1)?.position ?? Math.max(position, known);
        if (news.length > 0) yield news;
        else if (!(await hasNews(followed, position, { silenceMs: this.pulseMs, signal }))) yield [];
      }
    } finally {
      this.#leave(accountId, followed);
    }
  }

  /** Ends all that follow. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopHearing();
    this.#isOver = true;
    for (const { news } of this.#followed.values()) news.ring();
    await this.#rounds[Symbol.asyncDispose]();
  }

  /** Where nobody follows, what is committed is no reason to look. */
  #hear(): void {
    if (this.#followed.size > 0) this.#rounds.ring();
  }

  #join(accountId: string): Followed {
    this.refuseOneTooMany(accountId);
    const followed = this.#followed.get(accountId) ?? { followers: 0, last: 0, news: new Bell() };
    followed.followers += 1;
    this.#followed.set(accountId, followed);
    return followed;
  }

  #leave(accountId: string, followed: Followed): void {
    followed.followers -= 1;
    if (followed.followers === 0) this.#followed.delete(accountId);
  }

  async #round(): Promise<void> {
    if (this.#followed.size === 0) return;
    const accountIds = [...this.#followed.keys()];
    await placeMessages(this.#engine, accountIds);
    for (const { account_id: id, last } of await lastPositions(this.#engine, accountIds)) {
      const followed = this.#followed.get(id);
      if (!followed || followed.last === Number(last)) continue;
      followed.last = Number(last);
      followed.news.ring();
    }
  }

  /** Those who have seen the same, and know of the same, read together. */
  #read(accountId: string, position: number, known: number): Promise<PlacedMessage[]> {
    const key = `${accountId}/${position}/${known}`;
    const reading = this.#reading.get(key) ?? this.#readNow(accountId, position);
    this.#reading.set(key, reading);
    return reading.finally(() => this.#reading.delete(key));
  }

  async #readNow(accountId: string, position: number): Promise<PlacedMessage[]> {
    const rows = await this.#engine.query<KeptMessage & { position: string }>(
      `select ${messageColumns}, t.position from webhook_messages t
      where t.account_id = $1::bigint and t.position > $2::bigint order by t.position limit ${mostAtOnce}`,
      [accountId, String(position)],
    );
    return rows.map((row) => ({ ...row, position: Number(row.position) }));
  }
}

/** Resolves when it may have messages after a position, or is over; with false after a while, or at the end. */
function hasNews(
  followed: Followed,
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
    const stopHearing = followed.news.onRing(settle(true));
    signal.addEventListener('abort', silent);
    if (signal.aborted) silent();
  });
}
