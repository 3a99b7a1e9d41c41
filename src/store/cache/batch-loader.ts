import { setImmediate } from 'node:timers/promises';
import { tooManyWaiting } from '../../database/engine-errors.ts';
import { FairQueue } from '../../fair-queue.ts';

interface Batch<Question, Answer> {
  readonly questions: Set<Question>;
  /** The number of callers. Several of them may ask the same question. */
  asked: number;
  readonly answers: Promise<ReadonlyMap<Question, Answer>>;
}

/** The limit of concurrent batches. With two, one slow batch does not block all callers. */
const mostUnderWay = 2;
const mostWaiting = 1000;

/**
 * Answers concurrent questions in one batch, for example look-ups by key, or changes that share a transaction. While
 * two batches are running, a new question waits for the next batch, so no answer is older than its question.
 */
export class BatchLoader<Question, Answer> {
  readonly #answer: (questions: readonly Question[]) => Promise<ReadonlyMap<Question, Answer>>;
  readonly #most: number;
  readonly #queue = new FairQueue({ places: mostUnderWay, mostWaiting, refuse: tooManyWaiting });
  #next: Batch<Question, Answer> | undefined;
  #waiting = 0;

  /** @param most the limit of questions in one batch; further questions wait for the next batch. */
  constructor(answer: (questions: readonly Question[]) => Promise<ReadonlyMap<Question, Answer>>, most = mostWaiting) {
    this.#answer = answer;
    this.#most = most;
  }

  /** Refuses with `unavailable` if too many questions already wait. */
  async load(question: Question): Promise<Answer | undefined> {
    if (this.#waiting >= mostWaiting) throw tooManyWaiting();
    this.#waiting += 1;
    const batch = this.#next && this.#next.questions.size < this.#most ? this.#next : this.#open();
    batch.asked += 1;
    batch.questions.add(question);
    return (await batch.answers).get(question);
  }

  #open(): Batch<Question, Answer> {
    const questions = new Set<Question>();
    const answers = this.#queue.run(async () => {
      // First let Node read the requests that other connections have sent, so that they join this batch.
      await setImmediate();
      if (this.#next === batch) this.#next = undefined;
      this.#waiting -= batch.asked;
      return this.#answer([...questions]);
    });
    const batch: Batch<Question, Answer> = { questions, asked: 0, answers };
    this.#next = batch;
    return batch;
  }
}
