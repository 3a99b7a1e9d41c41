import { distance } from 'fastest-levenshtein';
import { foldName } from '../../mapping/reading-text/folding.ts';
import { legalForms } from '../../../resources/transfer/words/firm-words.ts';
import type { Spelling } from '../rows/summary.ts';

/** The names on each side, in the order of their letters, that one name is compared with. */
const compared = 5;

/**
 * The names of a file that differ from earlier ones only in case, punctuation, the article before them, a legal form, or a
 * letter or two: `Zebra Mechanical, Inc.` and `ZEBRA MECHANICAL INC`. Each name is compared with its neighbours alone, so
 * that the cost of all of them does not grow with their square.
 * @param known the earlier names in the order of their letters.
 */
export function nearSpellings(known: readonly Spelling[], names: readonly string[]) {
  const spellings = [...known];
  const near: { readonly value: string; readonly near: readonly string[] }[] = [];
  for (const name of names) {
    const letters = lettersOf(name);
    const at = placeOf(spellings, letters);
    const others = spellings
      .slice(Math.max(0, at - compared), at + compared)
      .filter((other) => foldName(other.name) !== foldName(name) && areNear(other.letters, letters));
    if (others.length > 0) near.push({ value: name, near: others.map((other) => other.name) });
    else if (!spellings.slice(at, at + compared).some((other) => foldName(other.name) === foldName(name)))
      spellings.splice(at, 0, { letters, name });
  }
  return { near, spellings };
}

/** The place of the first name whose letters are not before these. */
function placeOf(spellings: readonly Spelling[], letters: string): number {
  let [low, high] = [0, spellings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spellings[middle]?.letters ?? '') < letters) low = middle + 1;
    else high = middle;
  }
  return low;
}

const forms: ReadonlySet<string> = new Set(legalForms);

/** The letters and digits of a name without an article before it and the legal forms at its end. */
function lettersOf(name: string): string {
  const words = foldName(name)
    .replaceAll(/['’‘`´.]/gu, '')
    .replaceAll(/[&+]/g, ' and ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  if (words.length > 1 && words[0] === 'the') words.shift();
  while (words.length > 1 && forms.has(words.at(-1) ?? '')) words.pop();
  return words.join('').slice(0, longest);
}

/** Longer names are compared by their beginnings. */
const longest = 100;

/** So many letters bear one other letter, and twice as many bear two. */
const lettersOfFault = 8;

function areNear(one: string, other: string): boolean {
  if (one === other) return true;
  const most = Math.min(2, Math.floor(Math.min(one.length, other.length) / lettersOfFault));
  // Names that differ in a number, such as those of schools, are those of different records.
  return most > 0 && digitsOf(one) === digitsOf(other) && distance(one, other) <= most;
}

const digitsOf = (letters: string): string => letters.replaceAll(/\P{N}/gu, '');
