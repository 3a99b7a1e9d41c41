import { setImmediate } from 'node:timers/promises';
import { tooMany, Turnstile } from './turnstile.ts';

interface Round<Question, Answer> {
  readonly questions: Set<Question>;
  /** How many ask, some of them perhaps for the same. */
  asked: number;
  readonly answers: Promise<ReadonlyMap<Question, Answer>>;
}

/** So many rounds are under way at once: one that is slow does not hold up everybody. */
const mostUnderWay = 2;
const mostWaiting = 1000;

/**
 * Answers what is asked for at once together: things looked up by their keys, say, or changes that share a
 * transaction. Who asks while two rounds are under way, waits for the next: no answer is older than its question.
 */
export class Gathering<Question, Answer> {
  readonly #answer: (questions: readonly Question[]) => Promise<ReadonlyMap<Question, Answer>>;
  readonly #most: number;
  readonly #turnstile = new Turnstile({ places: mostUnderWay, maxWaiting: Infinity });
  #next: Round<Question, Answer> | undefined;
  #waiting = 0;

  /** @param most how many questions one round takes; the others are left to the next. */
  constructor(answer: (questions: readonly Question[]) => Promise<ReadonlyMap<Question, Answer>>, most = mostWaiting) {
    this.#answer = answer;
    this.#most = most;
  }

  /** Refuses with `unavailable` when too many wait already. */
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
    const answers = this.#turnstile.pass(async () => {
      // What other connections have sent meanwhile is read before it goes.
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
