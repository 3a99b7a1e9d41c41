import type { AddressPart } from '../../../resources/transfer/mapping.ts';
import { countryNames, states, streetEndings, unitWords } from '../../../resources/transfer/words/us-places.ts';

export type SplitAddress = Readonly<Record<AddressPart, string | null>>;

/** The parts of a US address in one text. A text that cannot be split stays whole in `street_address`. */
export function splitAddress(text: string): SplitAddress {
  if (text.length > longest) return { street_address: text, city: null, state: null, zip: null, country: null };
  const segments = text
    .split(/[,\r\n;]+/)
    .map((segment) => segment.trim().replace(/\s+/g, ' '))
    .filter((segment) => segment !== '');
  const country = endingWith(segments, countryAtEnd);
  const zip = endingWith(segments, zipAtEnd);
  const state = zip === null && segments.length < 2 ? null : stateOf(segments);
  const isPlaced = zip !== null || state !== null;
  const city = isPlaced || segments.length > 1 ? cityOf(segments, isPlaced) : null;
  const street = segments.join(', ');
  return { street_address: street === '' ? null : street, city, state, zip, country };
}

/** The limit of characters of an address: the patterns take long to refuse very long texts. */
const longest = 500;

const countryAtEnd = new RegExp(
  `(?:^|\\s)(${[...countryNames].map((name) => name.replaceAll('.', '\\.')).join('|')})$`,
  'i',
);
const zipAtEnd = /(?:^|\s)(\d{5}(?:-\d{4})?)$/;
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

function stateOf(segments: string[]): string | null {
  const found = endingWith(segments, stateAtEnd)?.toUpperCase();
  return found === undefined ? null : (codes.get(found) ?? found);
}

/** The city: the last segment, or without commas what follows the end of the street. */
function cityOf(segments: string[], isPlaced: boolean): string | null {
  const last = segments.at(-1) ?? '';
  const isAlone = segments.length === 1;
  if (isAlone && /\d/.test(last)) return afterStreet(segments, last);
  if (unitAtStart.test(last) || /^\d/.test(last) || (!isPlaced && /\d/.test(last))) return null;
  segments.pop();
  const city = last.replace(/^(?:the )?city of /i, '').replace(/(?:^| )etj$/i, '');
  return city === '' ? null : city;
}

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
