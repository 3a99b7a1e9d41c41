import type { ByteLimits } from '../../variable-kinds.ts';

/** Counts the bytes in memory for requests by key, for example an account or an address. */
export class ByteBudget {
  readonly limits: ByteLimits;
  readonly #held = new Map<string, number>();
  #all = 0;

  constructor(limits: ByteLimits) {
    this.limits = limits;
  }

  /** The total of bytes held. */
  get all(): number {
    return this.#all;
  }

  heldFor(key: string): number {
    return this.#held.get(key) ?? 0;
  }

  /** The limit that these additional bytes would exceed; `null` if they fit. */
  exceeded(key: string, bytes: number): keyof ByteLimits | null {
    if (this.heldFor(key) + bytes > this.limits.each) return 'each';
    return this.#all + bytes > this.limits.all ? 'all' : null;
  }

  /** Adds bytes to the count; a negative number releases them. */
  hold(key: string, bytes: number): void {
    this.#all += bytes;
    const held = this.heldFor(key) + bytes;
    if (held > 0) this.#held.set(key, held);
    else this.#held.delete(key);
  }
}
