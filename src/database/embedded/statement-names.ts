import { LRUCache } from 'lru-cache';

/** The names under which a session keeps parsed statements. The least recently used one makes room for a new one. */
export class StatementNames {
  readonly #names: LRUCache<string, string>;
  #forgotten: string[] = [];
  #count = 0;

  constructor(limit: number) {
    this.#names = new LRUCache({ max: limit, dispose: (name) => this.#forgotten.push(name) });
  }

  /** The name of a statement. The caller must first parse a new statement under its name. */
  of(text: string): { name: string; isNew: boolean } {
    const known = this.#names.get(text);
    if (known !== undefined) return { name: known, isNew: false };
    const name = `s${++this.#count}`;
    this.#names.set(text, name);
    return { name, isNew: true };
  }

  forget(text: string): void {
    this.#names.delete(text);
  }

  forgetAll(): void {
    this.#names.clear();
  }

  /** Names that the session can close now. */
  takeForgotten(): string[] {
    const names = this.#forgotten;
    this.#forgotten = [];
    return names;
  }
}
