/** Names under which a session keeps parsed statements; the one unused for longest makes room for a new one. */
export class StatementNames {
  readonly #limit: number;
  readonly #names = new Map<string, string>();
  #forgotten: string[] = [];
  #count = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The name of a statement; a new one must be parsed under it first. */
  of(text: string): { name: string; isNew: boolean } {
    const known = this.#names.get(text);
    const name = known ?? `s${++this.#count}`;
    this.#names.delete(text);
    this.#names.set(text, name);
    const oldest = this.#names.size > this.#limit ? this.#names.keys().next().value : undefined;
    if (oldest !== undefined) this.forget(oldest);
    return { name, isNew: known === undefined };
  }

  forget(text: string): void {
    const name = this.#names.get(text);
    if (name !== undefined) this.#forgotten.push(name);
    this.#names.delete(text);
  }

  forgetAll(): void {
    this.#forgotten.push(...this.#names.values());
    this.#names.clear();
  }

  /** Names that the session can close now. */
  takeForgotten(): string[] {
    const names = this.#forgotten;
    this.#forgotten = [];
    return names;
  }
}
