import type { Card } from '../card-fields.ts';

/** The columns and the order in which a screen arranges its cards. */
export interface Arrangement {
  /** The column that a card is in. */
  readonly keyOf: (card: Card) => string;
  /** The order of the cards of a column. */
  readonly compare: (one: Card, other: Card) => number;
}

const empty: readonly Card[] = [];

/**
 * Cards by column and in order. A change of a card replaces the arrays of the columns that it leaves
 * and enters, and tells only the readers of these, so that a move renders two columns.
 */
export class CardStore {
  readonly #cards = new Map<string, Card>();
  #columns = new Map<string, readonly Card[]>();
  #arrangement: Arrangement;
  readonly #readers = new Map<string, Set<() => void>>();

  constructor(arrangement: Arrangement) {
    this.#arrangement = arrangement;
  }

  get size(): number {
    return this.#cards.size;
  }

  get(id: string): Card | undefined {
    return this.#cards.get(id);
  }

  /** The cards of a column, in order. It stays one array until the column changes. */
  column(key: string): readonly Card[] {
    return this.#columns.get(key) ?? empty;
  }

  /** Calls the reader whenever the column changes. @returns ends it. */
  subscribe(key: string, reader: () => void): () => void {
    const readers = this.#readers.get(key) ?? new Set();
    this.#readers.set(key, readers.add(reader));
    return () => readers.delete(reader);
  }

  /** Adds or replaces many cards at once. */
  load(cards: readonly Card[]): void {
    for (const card of cards) this.#cards.set(card.id, card);
    this.#arrange();
  }

  arrange(arrangement: Arrangement): void {
    this.#arrangement = arrangement;
    this.#arrange();
  }

  put(card: Card): void {
    this.remove(card.id);
    this.#cards.set(card.id, card);
    const key = this.keyOf(card);
    const cards = this.column(key);
    const place = placeIn(cards, card, this.#arrangement.compare);
    this.#columns.set(key, [...cards.slice(0, place), card, ...cards.slice(place)]);
    this.#tell(key);
  }

  remove(id: string): void {
    const key = this.#take(id);
    if (key !== null) this.#tell(key);
  }

  keyOf(card: Card): string {
    return this.#arrangement.keyOf(card);
  }

  /** Takes a card out of its column. @returns the key of that column; null if there is no such card. */
  #take(id: string): string | null {
    const card = this.#cards.get(id);
    if (!card) return null;
    const key = this.keyOf(card);
    this.#cards.delete(id);
    this.#columns.set(
      key,
      this.column(key).filter((one) => one.id !== id),
    );
    return key;
  }

  #arrange(): void {
    const columns = new Map<string, Card[]>();
    for (const card of this.#cards.values()) {
      const key = this.keyOf(card);
      const cards = columns.get(key);
      if (cards) cards.push(card);
      else columns.set(key, [card]);
    }
    for (const cards of columns.values()) cards.sort(this.#arrangement.compare);
    this.#columns = columns;
    for (const key of this.#readers.keys()) this.#tell(key);
  }

  #tell(key: string): void {
    for (const reader of this.#readers.get(key) ?? []) reader();
  }
}

/** The index at which a card belongs in a sorted column. */
function placeIn(cards: readonly Card[], card: Card, compare: (one: Card, other: Card) => number): number {
  let [low, high] = [0, cards.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = cards[middle];
    if (other && compare(other, card) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
