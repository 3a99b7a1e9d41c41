import { lastNames } from './data/people.ts';
import { places, streets } from './data/places.ts';
import { saints, words } from './data/trades.ts';
import type { Random } from './random.ts';

/** Fills the gaps of a pattern, for example `{place} High School`; values in `known` take precedence. */
export const worded = (random: Random, pattern: string, known: Readonly<Record<string, string>> = {}): string =>
  pattern.replace(/\{(\w+)\}/g, (gap, name: string) => known[name] ?? fillers[name]?.(random) ?? gap);

const fillers: Readonly<Record<string, (random: Random) => string>> = {
  place: (random) => random.pick(places),
  street: (random) => random.pick(streets),
  family: (random) => random.pick(lastNames),
  word: (random) => random.pick(words),
  saint: (random) => random.pick(saints),
  number: (random) => String(random.whole(1, 12)),
  letter: (random) => random.pick(['A', 'B', 'C', 'D', 'E']),
  level: (random) => String(random.whole(2, 24)),
  phase: (random) => random.pick(['I', 'II', 'III']),
  suite: (random) => String(random.whole(1, 24) * 100 + random.whole(0, 9) * 10),
  store: (random) => String(random.whole(101, 989)),
  parcel: (random) => String(random.whole(2, 48)),
  building: (random) => String(random.whole(110, 4990)),
};

/** Draws a name that is not taken: up to nine draws, then a number that makes the name unique. */
export function unused(
  taken: Set<string>,
  draw: () => string,
  apart: (drawn: string, number: number) => string,
): string {
  let drawn = draw();
  for (let tries = 0; taken.has(drawn) && tries < 8; tries += 1) drawn = draw();
  let told = drawn;
  for (let number = 2; taken.has(told); number += 1) told = apart(drawn, number);
  taken.add(told);
  return told;
}

/** The domain of a company's site and mail, under the reserved `.example`. */
export const domainOf = (company: string): string =>
  `${company
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[^a-z0-9]+/g, '')
    .slice(0, 40)}.example`;

/** A phone number from the range that is reserved for fiction. */
export const phone = (random: Random, areaCode: string): string =>
  `(${areaCode}) 555-01${String(random.whole(0, 99)).padStart(2, '0')}`;
