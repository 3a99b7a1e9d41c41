/** A pseudorandom number generator: one seed gives the same numbers on every machine. */
export interface Random {
  /** A number from 0 up to, but not including, 1. */
  next(): number;
  /** A whole number, both ends included. */
  whole(from: number, to: number): number;
  between(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** One of the items, with a probability in proportion to its weight. */
  weighted<Item>(items: readonly (readonly [item: Item, weight: number])[]): Item;
  /** Half of the draws lie below the median; `spread` is the deviation of the logarithm. */
  logNormal(median: number, spread: number): number;
}

/** @param subject the thing to draw. Each subject has its own sequence, so that its draws do not affect others. */
export function randomOf(seed: number, ...subject: readonly (string | number)[]): Random {
  const next = sequence(hash(`${seed}/${subject.join('/')}`));
  const between = (from: number, to: number): number => from + next() * (to - from);
  const whole = (from: number, to: number): number => Math.floor(between(from, to + 1));
  return {
    next,
    between,
    whole,
    chance: (probability) => next() < probability,
    pick: <Item>(items: readonly Item[]) => items[whole(0, items.length - 1)] as Item,
    weighted: (items) => weightedOf(items, next()),
    logNormal: (median, spread) => median * Math.exp(spread * normal(next(), next())),
  };
}

function weightedOf<Item>(items: readonly (readonly [Item, number])[], drawn: number): Item {
  const total = items.reduce((sum, [, weight]) => sum + weight, 0);
  let rest = drawn * total;
  for (const [item, weight] of items) {
    rest -= weight;
    if (rest < 0) return item;
  }
  return items[items.length - 1]?.[0] as Item;
}

/** The Box–Muller transform: turns two uniform draws into one normal draw. */
const normal = (one: number, other: number): number =>
  Math.sqrt(-2 * Math.log(1 - one)) * Math.cos(2 * Math.PI * other);

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}

/** Mulberry32: 32 bits of state, enough for demo data. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
