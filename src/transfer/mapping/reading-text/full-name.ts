import {
  firmWords,
  honorifics,
  jobTitles,
  legalForms,
  personSuffixes,
} from '../../../resources/transfer/words/firm-words.ts';
import type { NamePart } from '../../../resources/transfer/mapping.ts';
import { fold } from '../../../resources/vocabulary/formats.ts';

export type FullName = Readonly<Record<NamePart, string | null>>;

/**
 * The names of one person: `Dana Fox`, `Fox, Dana J.`, `Fox, Dana, Jr.`, `Dana Fox, PE`. A single word is a first name.
 * Two first names of one last name, as in `Eli & Ivy Ray`, stay together.
 * Words in brackets, as in `Fox, Dana (Estimating)`, and job titles, as in `Dana Fox, Estimator`, are no part of a name.
 */
export function splitName(text: string): FullName {
  const plain = withoutTitles(withoutBrackets(text));
  // Of two whole names, each has its first name in front.
  const [first = '', ...others] = (areTwoByComma(plain) ? [plain] : plain.split(','))
    .map((segment) => segment.trim().replace(/\s+/g, ' '))
    .filter((segment) => segment !== '');
  const isEnding = (segment: string) => endings.has(squash(segment));
  const suffixes = others.filter(isEnding);
  const [given, ...rest] = others.filter((segment) => !isEnding(segment));
  const ended = (last: string | null): string | null =>
    [last ?? '', ...suffixes].filter((one) => one !== '').join(', ') || null;
  if (given === undefined || rest.length > 0 || isFirm(given)) {
    const { first_name, last_name } = inOrder(first);
    return { first_name, last_name: [ended(last_name), given, ...rest].filter(Boolean).join(', ') || null };
  }
  return { first_name: given, last_name: ended(first) };
}

/** A text of brackets alone stays as it is. */
function withoutBrackets(text: string): string {
  const plain = text.replaceAll(bracketed, ' ');
  return /\p{L}/u.test(plain) ? plain : text;
}

/** The words beside a name that `splitName` leaves out. Empty if there are none. */
export function wordsBeside(text: string): string {
  const plain = withoutBrackets(text);
  const brackets = plain === text ? [] : (text.match(bracketed) ?? []);
  const left = withoutTitles(plain);
  const title = plain.slice(left.length).replace(/^[\s,|–—-]+/, '');
  return [...brackets, title].join(' ').trim();
}

/** Whether a text such as `Eli & Ivy Ray`, `Eli Ray / Gus Orr` or `Eli Ray, Gus Orr` may name two people. */
export function areTwoNames(text: string): boolean {
  return twoJoined.test(text) || areTwoByComma(withoutTitles(withoutBrackets(text)));
}

function areTwoByComma(plain: string): boolean {
  const names = plain.split(',');
  return names.length === 2 && names.every((name) => fullNameAlone.test(name) && !endings.has(squash(name)));
}

const twoJoined = /\p{L}[.)]?(?:\s(?:&|\+|and|und|or)\s|\s?(?:;|(?<!\bc)\/)\s?|\r?\n)\p{L}/iu;

/** A first and a last name. */
const fullNameAlone = /^\s*\p{Lu}\p{Ll}[\p{L}'’-]*\s\p{Lu}\p{Ll}[\p{L}'’-]*\s*$/u;

const bracketed = /\([^()]*\)|\[[^[\]]*\]/g;

/** A text without a job title at its end, behind a comma or a dash. */
function withoutTitles(text: string): string {
  const at = Math.max(...[',', ' - ', ' – ', ' — ', ' | '].map((mark) => text.lastIndexOf(mark)));
  const name = text.slice(0, Math.max(0, at));
  const words = wordsOf(text.slice(name.length));
  return name !== '' && wordsOf(name).length > 0 && words.length > 0 && words.every(isTitleWord) ? name : text;
}

const wordsOf = (text: string): string[] => text.split(/[^\p{L}]+/u).filter((word) => word !== '');
const isTitleWord = (word: string): boolean => jobTitleWords.has(fold(word));

/** The name of a person with the first name in front: `Fox, Dana` as `Dana Fox`. */
export function nameInOrder(text: string): string {
  if (!text.includes(',')) return text;
  const { first_name: first, last_name: last } = splitName(text);
  return [first, last].filter((part) => part !== null).join(' ');
}

const squash = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '');
const endings: ReadonlySet<string> = new Set(personSuffixes.map(squash));
const jobTitleWords: ReadonlySet<string> = new Set(jobTitles);
const titles: ReadonlySet<string> = new Set(honorifics);
const firms: ReadonlySet<string> = new Set([...firmWords, ...legalForms]);

const isFirm = (segment: string): boolean => segment.split(' ').some((word) => firms.has(squash(word)));

/**
 * `Dr. Dana J. van Fox`: titles and initials belong to the first name, and another first name behind `&` or `and` too.
 * Everything behind them is the last name.
 */
function inOrder(name: string): FullName {
  const words = name.split(' ');
  let count = endOfFirst(words, 0);
  while (joiners.has(words[count]?.toLowerCase() ?? '') && count + 1 < words.length)
    count = endOfFirst(words, count + 1);
  return { first_name: words.slice(0, count).join(' ') || null, last_name: words.slice(count).join(' ') || null };
}

/** The index behind the first name that begins at an index: `Dr. Dana J.` */
function endOfFirst(words: readonly string[], from: number): number {
  const [word = '', next = ''] = words.slice(from);
  const isTitle = titles.has(squash(word)) && !joiners.has(next.toLowerCase());
  // Of `Mr. and Mrs. Ray`, the last name is Ray; of `Dr. Fox` alone, nobody can tell.
  let end = isTitle && from + (from === 0 ? 1 : 2) < words.length ? from + 2 : from + 1;
  while (end < words.length - 1 && /^\p{L}\.?$/u.test(words[end] ?? '')) end += 1;
  return end;
}

const joiners: ReadonlySet<string> = new Set(['&', '+', 'and', 'und']);
