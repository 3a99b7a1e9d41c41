import type { ServerResponse } from 'node:http';
import type { ByteLimits } from '../../variable-kinds.ts';
import { Refusal, answerTooLarge, type LargeBy, mostOfAnswer } from '../../refusal.ts';
import type { AnswerRoom } from '../../records/request-context.ts';

/** Counts the bytes in memory for requests by key, for example an account or an address. */
export class ByteBudget {
  readonly limits: ByteLimits;
  readonly #held = new Map<string, number>();
  #all = 0;

  constructor(limits: ByteLimits) {
    this.limits = limits;
  }

  /** The total of bytes held. */
  get all(): number {
    return this.#all;
  }

  heldFor(key: string): number {
    return this.#held.get(key) ?? 0;
  }

  /** The limit that these additional bytes would exceed; `null` if they fit. */
  exceeded(key: string, bytes: number): keyof ByteLimits | null {
    if (this.heldFor(key) + bytes > this.limits.each) return 'each';
    return this.#all + bytes > this.limits.all ? 'all' : null;
  }

  /** Adds bytes to the count; a negative number releases them. */
  hold(key: string, bytes: number): void {
    this.#all += bytes;
    const held = this.heldFor(key) + bytes;
    if (held > 0) this.#held.set(key, held);
    else this.#held.delete(key);
  }
}

/** The expected response of a change. */
interface Expected {
  readonly accountId: string;
  /** The upper estimate of the response in bytes. */
  readonly bytes: number;
}

interface Waiting {
  readonly bytes: number;
  readonly begin: () => void;
  readonly refuse: (refusal: Refusal) => void;
}

/**
 * Starts each change only when there is room for its response, because a committed change must be answered. Changes
 * wait for other changes, whose responses may be shorter than estimated. They do not wait for clients: if too many
 * bytes are unread, the service refuses a change before it does anything.
 */
export class ExpectedAnswers {
  readonly #answers: ByteBudget;
  readonly #expected: ByteBudget;
  /** The waiting changes by account, in order of arrival. */
  readonly #waiting = new Map<string, Waiting[]>();

  /** @param answers the bytes of responses that clients have not read yet. */
  constructor(answers: ByteBudget) {
    this.#answers = answers;
    this.#expected = new ByteBudget(answers.limits);
  }

  /**
   * Runs the work when there is room. Before it ends, the work adds its own response to the unread ones.
   * @throws {Refusal} `unavailable`
   */
  async making<Result>({ accountId, bytes }: Expected, work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((begin, refuse) => {
      const waiting = this.#waiting.get(accountId) ?? [];
      waiting.push({ bytes, begin, refuse });
      this.#waiting.set(accountId, waiting);
      this.#beginSome(accountId, waiting);
    });
    try {
      return await work();
    } finally {
      this.#expected.hold(accountId, -bytes);
      for (const [id, waiting] of this.#waiting) this.#beginSome(id, waiting);
    }
  }

  #beginSome(accountId: string, waiting: Waiting[]): void {
    for (let [next] = waiting; next; [next] = waiting) {
      const exceeded = this.#answers.exceeded(accountId, next.bytes);
      if (exceeded === null && !this.#hasRoom(accountId, next.bytes)) return;
      waiting.shift();
      if (exceeded !== null) {
        next.refuse(noRoom[exceeded]());
        continue;
      }
      this.#expected.hold(accountId, next.bytes);
      next.begin();
    }
    this.#waiting.delete(accountId);
  }

  /** Whether the response fits in addition to all unread and expected ones. */
  #hasRoom(accountId: string, bytes: number): boolean {
    const { all, each } = this.#answers.limits;
    const ofAccount = this.#answers.heldFor(accountId) + this.#expected.heldFor(accountId);
    return ofAccount + bytes <= each && this.#answers.all + this.#expected.all + bytes <= all;
  }
}

const refusedFor = (detail: string) => (): Refusal => new Refusal('unavailable', detail, { retryAfterSeconds: 1 });

/** The refusals of a request while too many response bytes are unread. */
const noRoom = {
  each: refusedFor(
    'The answers that clients of this account have not read yet are too large. Read them, then try again.',
  ),
  all: refusedFor('The answers that clients have not read yet are too large. Try again later.'),
};

/** The account of a response, and whether the request is a change. */
interface Answered {
  readonly accountId: string;
  readonly isChange: boolean;
}

/** The bytes of one response in the budget. They are released when the client has read it or has disconnected. */
export class HeldRoom implements AnswerRoom {
  readonly #budget: ByteBudget;
  readonly #accountId: string;
  readonly #isChange: boolean;
  #taken = 0;
  #isOver = false;

  constructor(budget: ByteBudget, { accountId, isChange }: Answered, response: ServerResponse) {
    this.#budget = budget;
    this.#accountId = accountId;
    this.#isChange = isChange;
    const end = (): void => {
      this.restart();
      this.#isOver = true;
    };
    if (response.destroyed) end();
    response.once('finish', end).once('close', end);
  }

  take(text: string, by?: LargeBy): void {
    if (this.#isOver) throw new Refusal('unavailable', 'The client has disconnected.');
    const bytes = Buffer.byteLength(text);
    if (this.#taken + bytes > mostOfAnswer) throw answerTooLarge(by ?? 'per_page');
    const exceeded = this.#budget.exceeded(this.#accountId, bytes);
    if (exceeded !== null) throw noRoom[exceeded]();
    this.#add(bytes);
  }

  /**
   * Corrects the count to the size of the complete response.
   * @throws {Refusal} `unavailable` if a read's response does not fit. A change is already committed and never refused.
   */
  settle(bytes: number): void {
    if (this.#isOver) return;
    const more = bytes - this.#taken;
    const exceeded = this.#isChange || more <= 0 ? null : this.#budget.exceeded(this.#accountId, more);
    if (exceeded !== null) throw noRoom[exceeded]();
    this.#add(more);
  }

  restart(): void {
    if (!this.#isOver) this.#add(-this.#taken);
  }

  #add(bytes: number): void {
    this.#taken += bytes;
    this.#budget.hold(this.#accountId, bytes);
  }
}
