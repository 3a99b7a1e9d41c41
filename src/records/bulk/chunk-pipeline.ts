/**
 * Begins a chunk while the database still writes the one before, so that the rules of one run during the write of the
 * other. At most one write is under way.
 */
export class ChunkPipeline<Session> {
  #beginning: Promise<Session> | null = null;
  #writing: Promise<void> = Promise.resolve();

  /** Begins an independent chunk early. */
  beginEarly(begin: () => Promise<Session>): void {
    this.#beginning = handled(begin());
  }

  /** The session of the next chunk: the early one, or a new one after the write. */
  async begun(begin: () => Promise<Session>): Promise<Session> {
    const beginning = this.#beginning;
    this.#beginning = null;
    if (beginning === null) {
      await this.#writing;
      return await begin();
    }
    try {
      return await beginning;
    } catch (error) {
      // A failed write makes the later statements of the transaction fail, so its error is the cause.
      await this.#writing;
      throw error;
    }
  }

  /** Starts a write without waiting for it. */
  write(write: () => Promise<void>): void {
    this.#writing = handled(write());
  }

  /** Waits for the write that is under way. @throws its error. */
  written(): Promise<void> {
    return this.#writing;
  }
}

/** Keeps an error for the caller that awaits the promise, if any: another error may end the work first. */
function handled<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => undefined);
  return promise;
}
