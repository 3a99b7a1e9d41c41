import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import { tooMany } from '../../database/turnstile.ts';

interface Round<Question, Answer> {
  readonly questions: Set<Question>;
  /** The number of callers. Several of them may ask the same question. */
  asked: number;
  readonly answers: Promise<ReadonlyMap<Question, Answer>>;
}

/** The limit of concurrent rounds. With two, one slow round does not block all callers. */
const mostUnderWay = 2;
const mostWaiting = 1000;

/**
 * Answers concurrent questions in one batch, for example look-ups by key, or changes that share a transaction. While
 * two rounds are running, a new question waits for the next round, so no answer is older than its question.
 */
export class Gathering<Question, Answer> {
  readonly #answer: (questions: readonly Question[]) => Promise<ReadonlyMap<Question, Answer>>;
  readonly #most: number;
  readonly #limit = pLimit(mostUnderWay);
  #next: Round<Question, Answer> | undefined;
  #waiting = 0;

  /** @param most the limit of questions in one round; further questions wait for the next round. */
  constructor(answer: (questions: readonly Question[]) => Promise<ReadonlyMap<Question, Answer>>, most = mostWaiting) {
    this.#answer = answer;
    this.#most = most;
  }

  /** Refuses with `unavailable` if too many questions already wait. */
  async ask(question: Question): Promise<Answer | undefined> {
    if (this.#waiting >= mostWaiting) throw tooMany();
    this.#waiting += 1;
    const round = this.#next && this.#next.questions.size < this.#most ? this.#next : this.#open();
    round.asked += 1;
    round.questions.add(question);
    return (await round.answers).get(question);
  }

  #open(): Round<Question, Answer> {
    const questions = new Set<Question>();
    const answers = this.#limit(async () => {
      // First let Node read the requests that other connections have sent, so that they join this round.
      await setImmediate();
      if (this.#next === round) this.#next = undefined;
      this.#waiting -= round.asked;
      return this.#answer([...questions]);
    });
    const round: Round<Question, Answer> = { questions, asked: 0, answers };
    this.#next = round;
    return round;
  }
}
