import { fold } from '../../../resources/vocabulary/formats.ts';

/** The words of a header in a fixed order, so that `Date of Bid` is `Bid Date`, `PERMIT #` is `permit number`. */
export const headerWords = (header: string): string =>
  fold(header.replace(/([a-z\d])([A-Z])/g, '$1 $2'))
    .replaceAll('#', ' number ')
    .replaceAll('%', ' percent ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .map((word) => spellings.get(word) ?? word)
    .filter((word) => !ignored.has(word))
    .toSorted()
    .join(' ');

const spellings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    no: 'number',
    nr: 'number',
    num: 'number',
    nbr: 'number',
    est: 'estimated',
    amt: 'amount',
    tel: 'telephone',
    proj: 'project',
    addr: 'address',
    cust: 'customer',
    dt: 'date',
    val: 'value',
    desc: 'description',
    prob: 'probability',
    percentage: 'percent',
  }),
);

const ignored = new Set(['the', 'of', 'a', 'usd', 'for']);

/**
 * The headers that a header may stand for, in the order of trust: without a hint in brackets (`Bid Date (mm/dd/yyyy)`),
 * without a number in front (`1. Client`), and without the word for the records (`Contact Email` in a file of contacts).
 */
export function plainHeaders(header: string, nouns: readonly string[]): readonly string[] {
  const hinted = header
    .replaceAll(/\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}|<[^<>]*>|[™®©†‡]/g, ' ')
    .replaceAll(hints, ' ')
    .replace(/\b(date) ?(?:\/|&|and) ?time\b/i, '$1');
  const numbered = hinted.replace(/^\s*\(?(?:\d{1,3}|[a-z])(?:[.):]|\s+[-–—])\s*/i, '');
  const [first = '', ...rest] = numbered
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .trim()
    .split(/[\s_.:-]+/);
  const own = isNoun(fold(first), nouns) && !/[/|&]/.test(numbered) ? rest.join(' ') : '';
  const priced = header.replaceAll('$', ' amount ');
  const found = [hinted, numbered, own, priced].map((one) => one.trim()).filter((one) => one !== '' && one !== header);
  return [...new Set(found)];
}

const isNoun = (word: string, nouns: readonly string[]): boolean =>
  nouns.some((noun) => word === noun || word === `${noun}s` || word === noun.replace(/y$/, 'ies'));

/** Words that tell how to fill in a column: `required`, `mm/dd/yyyy`. */
const hints = /\b(?:required|optional|mandatory|[mdy]{1,4}([-/.])[mdy]{1,4}\1[mdy]{1,4})\b/gi;

/** A header without spaces and signs: `JOBNUMBER` is `job number` written together. */
export const runTogether = (header: string): string =>
  fold(header.replaceAll('#', 'number').replaceAll('%', 'percent')).replace(/[^\p{L}\p{N}]+/gu, '');
