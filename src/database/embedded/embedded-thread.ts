import { Worker } from 'node:worker_threads';
import type { ThreadAnswer, ThreadRequest, DatabaseToOpen, ThreadOptions } from './embedded-thread-entry.ts';

/** The main thread's handle to the thread of the embedded Postgres. It sends one call at a time. */
export class EmbeddedThread {
  readonly #worker: Worker;
  readonly #ended: Promise<void>;
  #answering: Promise<unknown> = Promise.resolve();
  #settle: ((answered: ThreadAnswer) => void) | undefined;
  #failure: Error | undefined;

  constructor(options: ThreadOptions) {
    this.#worker = new Worker(new URL('./embedded-thread-entry.js', import.meta.url), { workerData: options });
    this.#worker.on('message', (answered: ThreadAnswer) => this.#answer(answered));
    this.#worker.on('messageerror', (error) => this.#fail(error));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#ended = new Promise((resolve) => {
      this.#worker.once('exit', (code) => {
        this.#fail(new Error(`its thread ended with code ${code}`));
        resolve();
      });
    });
  }

  /** Starts Postgres on a folder that no other process uses. */
  async open(opening: DatabaseToOpen): Promise<void> {
    await this.#ask(opening);
  }

  /** Sends statements in the wire protocol and transfers their memory to the thread. Throws if Postgres has stopped. */
  async exchange(statements: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const answered = await this.#ask(statements);
    if (answered === null) throw new Error('the thread did not answer');
    return answered;
  }

  /** Shuts Postgres down in order. */
  async close(): Promise<void> {
    await this.#ask(null);
  }

  /** Terminates the thread at once, as if the process were killed. */
  async end(): Promise<void> {
    await this.#worker.terminate();
    await this.#ended;
  }

  /** Sends a message after all earlier messages are answered. */
  async #ask(asked: ThreadRequest): Promise<Exclude<ThreadAnswer, Error>> {
    const answering = this.#answering.then(() => this.#send(asked));
    this.#answering = answering;
    const answered = await answering;
    if (answered instanceof Error) throw answered;
    return answered;
  }

  #send(asked: ThreadRequest): Promise<ThreadAnswer> {
    return new Promise((resolve) => {
      this.#settle = resolve;
      if (this.#failure === undefined)
        this.#worker.postMessage(asked, asked instanceof Uint8Array ? [asked.buffer] : []);
      else this.#answer(this.#failure);
    });
  }

  #answer(answered: ThreadAnswer): void {
    this.#settle?.(answered);
    this.#settle = undefined;
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#answer(this.#failure);
  }
}
