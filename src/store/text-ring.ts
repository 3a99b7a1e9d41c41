/** Where a text lies, counted from the first byte ever written, what is noted of it, and which was written next. */
interface Place<Note> {
  readonly key: string;
  readonly at: number;
  readonly size: number;
  readonly note: Note;
  next: Place<Note> | undefined;
}

/**
 * Keeps the texts written last, each under a key, in so many bytes outside the heap, which a garbage collector need not
 * look through: a new text is written over the oldest ones.
 */
export class TextRing<Note> {
  readonly #size: number;
  readonly #longest: number;
  #bytes: Buffer | undefined;
  readonly #places = new Map<string, Place<Note>>();
  /** The first of a chain in the order in which they were written: a map would pass all that it has forgotten first. */
  #oldest: Place<Note> | undefined;
  #newest: Place<Note> | undefined;
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
    this.#note({ key, at, size, note, next: undefined });
    this.#forgetOverwritten();
  }

  #note(place: Place<Note>): void {
    this.#places.set(place.key, place);
    if (this.#newest) this.#newest.next = place;
    this.#newest = place;
    this.#oldest ??= place;
  }

  #forgetOverwritten(): void {
    for (let place = this.#oldest; place && place.at + this.#size < this.#written; place = place.next) {
      // Its key may have a newer text by now.
      if (this.#places.get(place.key) === place) this.#places.delete(place.key);
      this.#oldest = place.next;
    }
  }
}
