import type { ServerResponse } from 'node:http';
import type { AnswerRoom } from '../../records/request-context.ts';
import { answerTooLarge, type LargeBy, mostOfAnswer, Refusal } from '../../refusal.ts';
import type { ByteBudget } from '../request/byte-budget.ts';
import { noRoom } from '../request/expected-answers.ts';

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
