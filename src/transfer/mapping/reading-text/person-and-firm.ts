import type { PersonPart } from '../../../resources/transfer/mapping.ts';
import { firmWords, legalForms, personSuffixes } from '../../../resources/transfer/words/firm-words.ts';
import { fold } from '../../../resources/vocabulary/formats.ts';
import { splitAddress } from './us-address.ts';

export type PersonAndFirm = Readonly<Record<PersonPart, string | null>>;

const forms: ReadonlySet<string> = new Set(legalForms);
const suffixes: ReadonlySet<string> = new Set(personSuffixes);
const words: ReadonlySet<string> = new Set(firmWords);

/**
 * The person and the firm of a text such as `JANE DOE, ACME BUILDERS LLC`. The firm keeps every word that does not
 * surely belong to a person. A text without a firm is one: nobody can tell it from the name of a firm.
 */
export function splitPerson(text: string): PersonAndFirm {
  const [first = '', ...rest] = segmentsOf(text);
  if (rest.length === 0) return ofFirm(first);
  if (!isPerson(first) || isPlace(rest)) return ofFirm(withoutRepetition([first, ...rest]));
  return { firm: withoutRepetition(rest), name: first, ...personNames(first) };
}

/**
 * Whether at least half of the texts with a comma are persons with their firms. `Hensel Example, Austin` is a firm as it
 * is written: what follows the comma has no word of firms.
 */
export function arePeopleOfFirms(texts: readonly string[]): boolean {
  const parted = texts.filter((text) => segmentsOf(text).length > 1);
  const people = parted.filter((text) => {
    const { name, firm } = splitPerson(text);
    return name !== null && (firm ?? '').split(/[ ,]+/).some(isWordOfFirms);
  });
  return people.length > 0 && people.length * 2 >= parted.length;
}

const isWordOfFirms = (word: string): boolean => words.has(squash(word)) || forms.has(squash(word));

const ofFirm = (firm: string): PersonAndFirm => ({
  firm: firm === '' ? null : firm,
  name: null,
  first_name: null,
  last_name: null,
});

/** The first name is the first word, the last name all others. A single word is a last name. */
export function personNames(name: string): { readonly first_name: string | null; readonly last_name: string | null } {
  const at = name.indexOf(' ');
  return at < 0
    ? { first_name: null, last_name: name }
    : { first_name: name.slice(0, at), last_name: name.slice(at + 1).trim() };
}

/** The segments between commas. A legal form, and after the person a suffix, stays with the segment before it. */
function segmentsOf(text: string): readonly string[] {
  const segments: string[] = [];
  for (const part of text.split(',')) {
    const segment = part.trim().replace(/\s+/g, ' ');
    const squashed = squash(segment);
    const last = segments.at(-1);
    const belongs = forms.has(squashed) || (segments.length === 1 && suffixes.has(squashed));
    if (last !== undefined && belongs) segments[segments.length - 1] = `${last}, ${segment}`;
    else if (segment !== '') segments.push(segment);
  }
  return segments;
}

const squash = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '');

/** Whether the segments are a city and its state, and not a firm: `Dallas TX` follows the name of a firm. */
function isPlace(segments: readonly string[]): boolean {
  const text = segments.join(', ');
  const { city, state, street_address: street } = splitAddress(`${firmBefore}, ${text}`);
  if (state === null || street !== firmBefore) return false;
  return !(city ?? '').split(' ').some(isWordOfFirms) && !forms.has(squash(text.split(/[ ,]/).at(-1) ?? ''));
}

/** Stands for the name in front of a place. */
const firmBefore = 'Firm';

/** Two to five words of letters, none of which is a word of firms. */
function isPerson(segment: string): boolean {
  const name = segment.split(',')[0] ?? '';
  const parts = name.split(' ');
  if (parts.length < 2 || parts.length > 6 || !/^[\p{L}.'’ -]+$/u.test(name)) return false;
  return !parts.some((part) => words.has(squash(part)) || forms.has(squash(part)));
}

/** Segments that begin with the same word are spellings of one name. The longest one counts, of equal ones the last. */
function withoutRepetition(segments: readonly string[]): string {
  const beginnings = new Set(segments.map((segment) => squash(segment.split(' ')[0] ?? '')));
  if (beginnings.size > 1) return segments.join(', ');
  return segments.reduce((best, segment) => (segment.length >= best.length ? segment : best), '');
}
