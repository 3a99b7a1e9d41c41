import type { Worker } from 'node:cluster';
import type { ToPrimary, ToWorker } from './messages.ts';

/** A question of one worker that other workers have not answered yet. */
interface Question {
  readonly asker: Worker;
  readonly question: number;
  readonly waitedFor: Set<Worker>;
  readonly measured: object[];
}

/** Runs in the primary and forwards messages between its workers. */
export class Switchboard {
  readonly #workers = new Set<Worker>();
  readonly #questions = new Map<string, Question>();

  /** @param worker a worker that listens for messages. */
  join(worker: Worker): void {
    this.#workers.add(worker);
  }

  /** Removes a worker that has ended. Open questions no longer wait for its answer. */
  leave(worker: Worker): void {
    this.#workers.delete(worker);
    for (const key of this.#questions.keys()) this.#settle(key, worker);
  }

  hear(worker: Worker, message: ToPrimary): void {
    if (message.kind === 'spent') for (const other of this.#others(worker)) tell(other, message);
    if (message.kind === 'ask') this.#ask(worker, message.question);
    if (message.kind === 'answer') {
      this.#questions.get(message.question)?.measured.push(message.measured);
      this.#settle(message.question, worker);
    }
  }

  #others(worker: Worker): Worker[] {
    return [...this.#workers].filter((other) => other !== worker);
  }

  #ask(asker: Worker, question: number): void {
    const key = `${asker.id}/${question}`;
    const others = this.#others(asker);
    this.#questions.set(key, { asker, question, waitedFor: new Set(others), measured: [] });
    for (const other of others) tell(other, { kind: 'asked', question: key });
    this.#settle(key, asker);
  }

  /** Stops waiting for `worker`. Closes the question after the last answer, or when the asking worker has ended. */
  #settle(key: string, worker: Worker): void {
    const asked = this.#questions.get(key);
    if (!asked) return;
    const { asker, question, waitedFor, measured } = asked;
    waitedFor.delete(worker);
    if (waitedFor.size > 0 && this.#workers.has(asker)) return;
    this.#questions.delete(key);
    tell(asker, { kind: 'answered', question, measured });
  }
}

/** Sends a message to a worker, unless the worker has just ended. */
export function tell(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}
