import type { AddressPart } from '../../../resources/transfer/mapping.ts';
import {
  countryNames,
  otherCountries,
  states,
  streetEndings,
  unitWords,
  zipsWithZeros,
} from '../../../resources/transfer/words/us-places.ts';

export type SplitAddress = Readonly<Record<AddressPart, string | null>>;

/** The parts of a US address in one text. A text that cannot be split stays whole in `street_address`. */
export function splitAddress(text: string): SplitAddress {
  if (text.length > longest) return { street_address: text, city: null, state: null, zip: null, country: null };
  const segments = text
    .split(/[,\r\n;]+/)
    .map((segment) => segment.trim().replace(/\s+/g, ' '))
    .filter((segment) => segment !== '');
  const country = endingWith(segments, countryAtEnd);
  const zip = endingWith(segments, zipAtEnd) ?? (segments.length > 1 ? endingWith(segments, shortZipAtEnd) : null);
  const state = stateOf(segments, zip);
  const isPlaced = zip !== null || state !== null;
  const city = isPlaced || segments.length > 1 ? cityOf(segments, isPlaced) : null;
  const street = segments.join(', ');
  return { street_address: street === '' ? null : street, city, state, zip, country };
}

/** Whether a text such as `Kerrville TX` ends with the capitals of a state behind words with small letters. */
function isCityWithCode(text: string): boolean {
  const [code = '', ...words] = text.split(' ').toReversed();
  const isCity = words.length > 0 && words.every((word) => /^[\p{L}.'’-]*\p{Ll}\.?$/u.test(word));
  return Object.hasOwn(states, code) && isCity;
}

/** The limit of characters of an address: the patterns take long to refuse very long texts. */
const longest = 500;

const countryAtEnd = new RegExp(
  `(?:^|\\s)(${[...countryNames].map((name) => name.replaceAll('.', '\\.')).join('|')})$`,
  'i',
);
const zipAtEnd = /(?:^|\s)(\d{5}(?:-\d{4})?)$/;
/** A ZIP code whose zero a spreadsheet has dropped, behind a state that has such codes. */
const shortZipAtEnd = new RegExp(
  `(?<=(?:^|\\s)(?:${Object.keys(zipsWithZeros)
    .flatMap((code) => [code, states[code] ?? code])
    .join('|')})\\.?)\\s(\\d{4})$`,
  'i',
);
const stateAtEnd = new RegExp(`(?:^|\\s)(${[...Object.keys(states), ...Object.values(states)].join('|')})\\.?$`, 'i');

/** Takes what the last segment ends with, and the segment itself if nothing else is in it. */
function endingWith(segments: string[], end: RegExp): string | null {
  const last = segments.at(-1);
  const found = last === undefined ? null : end.exec(last);
  if (last === undefined || !found) return null;
  const before = last.slice(0, found.index).trim();
  if (before === '' && segments.length === 1) return null;
  if (before === '') segments.pop();
  else segments[segments.length - 1] = before;
  return found[1] ?? null;
}

const codes = new Map(Object.entries(states).map(([code, name]) => [name.toUpperCase(), code]));

/** The code of a state that is written as its code or its name, in capitals. */
export const stateCode = (text: string): string => codes.get(text) ?? text;

function stateOf(segments: string[], zip: string | null): string | null {
  if (zip === null && segments.length < 2 && !isCityWithCode(segments[0] ?? '')) return null;
  const found = endingWith(segments, stateAtEnd)?.toUpperCase();
  return found === undefined ? null : stateCode(found);
}

/** The city: the last segment, or without commas what follows the end of the street. */
function cityOf(segments: string[], isPlaced: boolean): string | null {
  const last = segments.at(-1) ?? '';
  const isAlone = segments.length === 1;
  if (isAlone && /\d/.test(last)) return afterStreet(segments, last);
  if (unitAtStart.test(last) || /^\d/.test(last) || (!isPlaced && isNoCity(last))) return null;
  segments.pop();
  const city = last.replace(/^(?:the )?city of /i, '').replace(/(?:^| )etj$/i, '');
  return city === '' ? null : city;
}

/** Whether the end of an address without a state and a ZIP code cannot be its city. */
const isNoCity = (text: string): boolean => /\d/.test(text) || otherCountries.has(text.toLowerCase());

const units = `(?:${unitWords.join('|')})\\b\\.?|#`;
const unitAtStart = new RegExp(`^(?:${units})`, 'i');
const streetThenCity = new RegExp(
  `^([^\\s\\d]*\\d\\S* .*?\\b(?:${streetEndings.join('|')})\\b\\.?(?: [NSEW]{1,2}\\b)?(?: (?:${units}) ?\\S+)?) ([a-z][a-z .'-]*)$`,
  'i',
);

function afterStreet(segments: string[], text: string): string | null {
  const found = streetThenCity.exec(text);
  if (!found?.[1] || !found[2]) return null;
  segments[0] = found[1];
  return found[2];
}
