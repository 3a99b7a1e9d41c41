/** The pace of the polls. */
interface Pace {
  /** The interval between polls when `wake` is not called. */
  readonly everyMs: number;
  /** The minimum rest between two polls, however often `wake` is called. */
  readonly restMs?: number;
  /** Receives the error of a poll. The next poll runs anyway. */
  readonly failed: (error: unknown) => void;
}

/** A timer can fire slightly early. */
const timerSlackMs = 2;

/**
 * Runs work at an interval, and soon after `wake`. Two polls never run at once. The work is told whether the interval has
 * passed since it last was: so it can do some of its work at that pace, however often `wake` is called.
 */
export class PollingLoop implements AsyncDisposable {
  readonly #work: (isRegular: boolean) => Promise<unknown>;
  readonly #pace: Pace;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #isWanted = false;
  #isResting = false;
  #isOver = false;
  /** The start of the last regular poll, by the time since the start of the process. */
  #regularAt = -Infinity;

  constructor(work: (isRegular: boolean) => Promise<unknown>, pace: Pace) {
    this.#work = work;
    this.#pace = pace;
    this.#await(pace.everyMs);
  }

  wake(): void {
    this.#isWanted = true;
    if (this.#running === null && !this.#isResting) this.#start();
  }

  /** Waits for a running poll to finish. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #await(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#start(), ms).unref();
  }

  #start(): void {
    if (this.#isOver) return;
    clearTimeout(this.#timer);
    this.#isWanted = false;
    this.#isResting = false;
    const now = performance.now();
    const isRegular = now - this.#regularAt >= this.#pace.everyMs - timerSlackMs;
    if (isRegular) this.#regularAt = now;
    this.#running = this.#work(isRegular)
      .then(() => undefined, this.#pace.failed)
      .finally(() => this.#rest());
  }

  #rest(): void {
    this.#running = null;
    if (this.#isOver) return;
    const { everyMs, restMs = 0 } = this.#pace;
    this.#isResting = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isResting = false;
      if (this.#isWanted) this.#start();
      else this.#await(Math.max(0, everyMs - restMs));
    }, restMs).unref();
  }
}
