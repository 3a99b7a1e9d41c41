/** How often work is done. */
interface Pace {
  /** At least. */
  readonly everyMs: number;
  /** Rung for again and again, it still rests so long in between. */
  readonly restMs?: number;
  /** Told what went wrong; the next round comes all the same. */
  readonly failed: (error: unknown) => void;
}

/** Work that is done from time to time, and soon when it is rung for; never twice at once. */
export class Rounds implements AsyncDisposable {
  readonly #work: () => Promise<unknown>;
  readonly #pace: Pace;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #isWanted = false;
  #isResting = false;
  #isOver = false;

  constructor(work: () => Promise<unknown>, pace: Pace) {
    this.#work = work;
    this.#pace = pace;
    this.#await(pace.everyMs);
  }

  ring(): void {
    this.#isWanted = true;
    if (this.#running === null && !this.#isResting) this.#start();
  }

  /** Lets a round that is under way come to its end. */
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
    this.#running = this.#work()
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
