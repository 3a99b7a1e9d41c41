import { Refusal } from '../../refusal.ts';
import { ByteBudget } from './byte-budget.ts';

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

const refusal = (detail: string) => (): Refusal => new Refusal('unavailable', detail, { retryAfterSeconds: 1 });

/** The refusals of a request while too many response bytes are unread. */
export const noRoom = {
  each: refusal('The answers that clients of this account have not read yet are too large. Read them, then try again.'),
  all: refusal('The answers that clients have not read yet are too large. Try again later.'),
};
