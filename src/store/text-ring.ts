/** Where a text lies, counted from the first byte ever written, and what is noted of it. */
interface Place<Note> {
  readonly at: number;
  readonly size: number;
  readonly note: Note;
}

/**
 * Keeps the texts written last, each under a key, in so many bytes outside the heap, which a garbage collector need not
 * look through: a new text is written over the oldest ones.
 */
export class TextRing<Note> {
  readonly #size: number;
  readonly #longest: number;
  #bytes: Buffer | undefined;
  /** In the order in which they were written. */
  readonly #places = new Map<string, Place<Note>>();
  #written = 0;

  /** @param size in bytes. @param longest a text of more bytes is not kept. */
  constructor(size: number, longest: number) {
    this.#size = size;
    this.#longest = longest;
  }

  /** The text of a key, if what is noted of it holds. */
  get(key: string, holds: (note: Note) => boolean): string | undefined {
    const place = this.#places.get(key);
    if (place === undefined || !holds(place.note)) return undefined;
    const start = place.at % this.#size;
    return this.#bytes?.toString('utf8', start, start + place.size);
  }

  set(key: string, text: string, note: Note): void {
    const size = Buffer.byteLength(text);
    if (size > this.#longest) return;
    this.#bytes ??= Buffer.allocUnsafeSlow(this.#size);
    const left = this.#size - (this.#written % this.#size);
    const at = this.#written + (size > left ? left : 0);
    this.#bytes.write(text, at % this.#size);
    this.#written = at + size;
    this.#places.delete(key);
    this.#places.set(key, { at, size, note });
    this.#forgetOverwritten();
  }

  #forgetOverwritten(): void {
    for (const [key, { at }] of this.#places) {
      if (at + this.#size >= this.#written) return;
      this.#places.delete(key);
    }
  }
}
