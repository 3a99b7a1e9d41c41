/** The place of a text, counted from the first byte ever written, its note, and the place written after it. */
interface TextPlace<Note> {
  readonly key: string;
  readonly at: number;
  readonly size: number;
  readonly note: Note;
  next: TextPlace<Note> | undefined;
}

/**
 * A cache of the most recent texts by key, in a buffer of fixed size. The buffer lies outside the heap, so the garbage
 * collector does not scan it. A new text overwrites the oldest texts.
 */
export class TextRing<Note> {
  readonly #size: number;
  readonly #longest: number;
  #bytes: Buffer | undefined;
  readonly #places = new Map<string, TextPlace<Note>>();
  /** The first place of a linked list in write order. Iterating the map would first skip all its deleted entries. */
  #oldest: TextPlace<Note> | undefined;
  #newest: TextPlace<Note> | undefined;
  #written = 0;

  /** @param size the size of the buffer, in bytes. @param longest the limit of one text, in bytes. */
  constructor(size: number, longest: number) {
    this.#size = size;
    this.#longest = longest;
  }

  /** The text of a key, if its note is still valid. */
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

  #note(place: TextPlace<Note>): void {
    this.#places.set(place.key, place);
    if (this.#newest) this.#newest.next = place;
    this.#newest = place;
    this.#oldest ??= place;
  }

  #forgetOverwritten(): void {
    for (let place = this.#oldest; place && place.at + this.#size < this.#written; place = place.next) {
      // The key may have a newer text.
      if (this.#places.get(place.key) === place) this.#places.delete(place.key);
      this.#oldest = place.next;
    }
  }
}
