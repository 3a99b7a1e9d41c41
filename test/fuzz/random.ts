/** Chance from a seed: the same seed makes the same choices. */
export interface Random {
  /** From 0 up to, but without, 1. */
  readonly next: () => number;
  /** A whole number from 0 up to, but without, `limit`. */
  readonly below: (limit: number) => number;
  readonly isIn: (percent: number) => boolean;
  readonly pick: <Value>(values: readonly Value[]) => Value;
  /** Some of the values, in their order. */
  readonly some: <Value>(values: readonly Value[], percent: number) => Value[];
}

/** Mulberry32. @param index of a request, so that each request has choices of its own. */
export function randomOf(seed: number, index: number): Random {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const isIn = (percent: number): boolean => next() * 100 < percent;
  return {
    ...{ next, below, isIn },
    pick: <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value,
    some: (values, percent) => values.filter(() => isIn(percent)),
  };
}
