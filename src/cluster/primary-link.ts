import cluster from 'node:cluster';
import type { UsageReport, ToPrimary, ToWorker, Peers } from './messages.ts';

/** A worker's connection to the primary, and through the primary to the other workers. */
export class PrimaryLink implements Peers, AsyncDisposable {
  /** Resolves when the primary orders this process to end: with true, if another worker has taken its place. */
  readonly stopOrdered: Promise<boolean>;
  #order: (handsOver: boolean) => void = () => undefined;
  #take: (spending: UsageReport) => void = () => undefined;
  #measure: () => Promise<object> = async () => [];
  readonly #waiting = new Map<number, (measured: readonly object[]) => void>();
  #questions = 0;

  constructor() {
    this.stopOrdered = new Promise((resolve) => (this.#order = resolve));
    process.on('message', (message: ToWorker) => this.#hear(message));
  }

  /** Tells the primary that this worker accepts requests. */
  listening(url: string): Promise<void> {
    return send({ kind: 'listening', url });
  }

  /** Tells the primary why this process cannot start. */
  failed(reason: string): Promise<void> {
    return send({ kind: 'failed', reason });
  }

  tell(spending: UsageReport): void {
    void send({ kind: 'spent', spending });
  }

  onTold(take: (spending: UsageReport) => void): void {
    this.#take = take;
  }

  async measured(): Promise<readonly object[]> {
    const question = (this.#questions += 1);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('Another process of the service does not answer.')), patienceMs);
    });
    const answer = new Promise<readonly object[]>((resolve) => this.#waiting.set(question, resolve));
    void send({ kind: 'ask', question });
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(question);
    }
  }

  onAsked(measure: () => Promise<object>): void {
    this.#measure = measure;
  }

  /** Disconnects from the primary, so that the process can end. */
  async [Symbol.asyncDispose](): Promise<void> {
    cluster.worker?.disconnect();
  }

  #hear(message: ToWorker): void {
    switch (message.kind) {
      case 'stop':
        this.#order(message.handsOver === true);
        break;
      case 'spent':
        this.#take(message.spending);
        break;
      case 'asked':
        // An error needs no answer: the worker that asked stops waiting after a timeout.
        this.#answer(message.question).catch(() => undefined);
        break;
      case 'answered':
        this.#waiting.get(message.question)?.(message.measured);
    }
  }

  async #answer(question: string): Promise<void> {
    await send({ kind: 'answer', question, measured: await this.#measure() });
  }
}

/** Resolves when the message is handed over, or at once if the primary is gone: then this process ends anyway. */
const send = (message: ToPrimary): Promise<void> =>
  new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
    else resolve();
  });

const patienceMs = 5000;
