import { fold } from '../../../resources/vocabulary/formats.ts';

/** The words of a header in a fixed order, so that `Date of Bid` is `Bid Date`, `PERMIT #` is `permit number`. */
export const headerWords = (header: string): string =>
  fold(header.replace(/([a-z\d])([A-Z])/g, '$1 $2'))
    .replaceAll('#', ' number ')
    .replaceAll('%', ' percent ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .map((word) => spellings[word] ?? word)
    .filter((word) => !ignored.has(word))
    .toSorted()
    .join(' ');

const spellings: Readonly<Record<string, string>> = {
  no: 'number',
  nr: 'number',
  num: 'number',
  nbr: 'number',
  est: 'estimated',
  amt: 'amount',
  tel: 'telephone',
  proj: 'project',
  addr: 'address',
  prob: 'probability',
  percentage: 'percent',
};

const ignored = new Set(['the', 'of', 'a', 'usd', 'for']);
