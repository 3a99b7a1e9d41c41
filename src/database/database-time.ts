/** The time that one request has waited for the database. Overlapping waits count once. */
export class DatabaseTime {
  #milliseconds = 0;
  #waits = 0;
  #since = 0;

  get milliseconds(): number {
    return this.#milliseconds;
  }

  async during<Result>(wait: () => Promise<Result>): Promise<Result> {
    this.#begin();
    try {
      return await wait();
    } finally {
      this.#end();
    }
  }

  /** Excludes the service's own work within a wait. */
  async except<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#end();
    try {
      return await work();
    } finally {
      this.#begin();
    }
  }

  #begin(): void {
    if (this.#waits === 0) this.#since = performance.now();
    this.#waits += 1;
  }

  #end(): void {
    this.#waits -= 1;
    if (this.#waits === 0) this.#milliseconds += performance.now() - this.#since;
  }
}
