import { isDate } from '../../../resources/vocabulary/formats.ts';
import {
  type DayOrder,
  isDayOrder,
  monthInWords,
  readDate,
  readWrittenDate,
} from '../../../resources/written-dates/read-date.ts';
import { dateOfSerial } from '../../files/xlsx/serial-date.ts';
import { isUnfit, type Unfit, unfit } from './unfit.ts';

/** Reads a text by a pattern, as a date or a date-time in ISO 8601. */
export type DateReader = (text: string) => string | Unfit;

/**
 * The reader of a pattern of Unicode TR 35 or of the word for an order, which reads dates as people write them; or what
 * is wrong with the pattern, as the end of "the pattern …". @param timeZone the zone of the firm.
 */
export function dateReader(pattern: string, timeZone: string): DateReader | string {
  if (isDayOrder(pattern)) return writtenReader(pattern, timeZone);
  const tokens = tokensOf(pattern);
  if (typeof tokens === 'string') return tokens;
  const letters = tokens.flatMap(({ letter }) => letter ?? []);
  const problem = problemOf(letters);
  if (problem !== null) return problem;
  const source = tokens.map((token, at) => sourceOf(token, tokens[at + 1])).join('');
  // A row of blanks is one, because several expressions for blanks would try every way to share them.
  const shape = new RegExp(`^${source.replaceAll(/(?:\\s\+)+/g, '\\s+')}$`, 'iu');
  const expected = unfit(`a date of the form ${pattern}`);
  return (text) => {
    if (text.length > longest) return expected;
    const found = shape.exec(text)?.groups;
    return (
      (found === undefined ? null : isoOf(found)) ?? (isoDay.test(text) && isDate(text.slice(0, 10)) ? text : expected)
    );
  };
}

const notWritten = unfit('a date such as March 14, 2026 or March 14, 2026 2 PM');

const withoutYear = unfit('a date with its year, such as 3/14/2026 or March 14, 2026');

/** What a text lacks that is no date of a file. One without a year, such as `3/14`, is a date when somebody types it. */
function unreadDate(text: string, expected: Unfit): Unfit {
  if (text.length > longest || readWrittenDate(text, { timeZone: 'UTC' }) !== null) return expected;
  return readDate(text, { today: '2026-01-01', timeZone: 'UTC' }) === null ? expected : withoutYear;
}

/** Reads dates as people write them, and days as Excel counts them. */
function writtenReader(order: DayOrder, timeZone: string): DateReader {
  const readOne: DateReader = (text) => {
    if (isoDay.test(text) && isDate(text.slice(0, 10))) return text;
    const serial = serialDate(text);
    if (serial !== null) return serial;
    const read = readWrittenDate(text, { order, timeZone });
    if (read === null) return unreadDate(text, notWritten);
    return read.time === null ? read.day : `${read.day}T${read.time}:00`;
  };
  return (text) => {
    if (text.length > longest) return notWritten;
    const read = readOne(text);
    const day = text.replace(midnightBefore, '');
    if (!isUnfit(read) || day === text) return read;
    const again = readOne(day);
    return isUnfit(again) ? read : again;
  };
}

/** The midnight with which programs write a day, before the hour of another column: `2026-03-14 00:00:00 2 PM`. */
const midnightBefore = /[T ](?:00?:00(?::00(?:\.0+)?)?|12:00(?::00)? ?am)(?=\s+\S)/i;

/** The date of the number by which Excel stores it: 46095 is March 14, 2026. Only numbers of 1954 to 2119 are dates. */
function serialDate(text: string): string | null {
  const isSerial = /^[2-7]\d{4}(?:\.\d{1,12})?$/.test(text);
  return isSerial ? dateOfSerial(Number(text), text.includes('.') ? 'date_time' : 'date', false) : null;
}

/**
 * The reader of several patterns: the first that reads the text counts.
 * @param timeZone the zone of the firm.
 * @throws if a pattern is wrong
 */
export function firstDateReader(patterns: readonly string[], timeZone: string): DateReader {
  const readers = patterns.map((pattern) => soundReader(pattern, timeZone));
  const [only] = readers;
  if (only && readers.length === 1) return only;
  const expected = patterns.some(isDayOrder) ? notWritten : unfit(`a date of the form ${oneOf(patterns)}`);
  return (text) => {
    for (const read of readers) {
      const found = read(text);
      if (!isUnfit(found)) return found;
    }
    return unreadDate(text, expected);
  };
}

const mostTold = 4;

/** `M/d/yyyy, M/d/yy or d-MMM-yyyy`. Of many, the first are told. */
function oneOf(patterns: readonly string[]): string {
  const told = patterns.length > mostTold ? patterns.slice(0, mostTold - 1) : patterns.slice(0, -1);
  const rest = patterns.length - told.length;
  return `${told.join(', ')} or ${rest === 1 ? (patterns.at(-1) ?? '') : `${rest} others`}`;
}

function soundReader(pattern: string, timeZone: string): DateReader {
  const read = dateReader(pattern, timeZone);
  if (typeof read === 'string') throw new Error(`The pattern ${pattern} ${read}`);
  return read;
}

/** The limit of characters of a date: the patterns take long to refuse very long texts. */
const longest = 200;

const isoDay = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?$/;

interface Token {
  readonly letter?: string;
  readonly length: number;
  readonly literal?: string;
}

/** The letters that patterns can have, and the lengths of each. */
const known: Readonly<Record<string, readonly number[]>> = {
  y: [1, 2, 4],
  M: [1, 2, 3, 4],
  d: [1, 2],
  E: [1, 2, 3, 4],
  H: [1, 2],
  h: [1, 2],
  m: [1, 2],
  s: [1, 2],
  S: [1, 2, 3, 4, 5, 6],
  a: [1],
  X: [1, 2, 3],
};

function tokensOf(pattern: string): readonly Token[] | string {
  const tokens: Token[] = [];
  for (const [piece, quoted] of pattern.matchAll(/'((?:[^']|'')*)'|([A-Za-z])\2*|[\s\S]/g)) {
    if (quoted !== undefined) tokens.push({ literal: quoted === '' ? "'" : quoted.replaceAll("''", "'"), length: 0 });
    else if (!/^[A-Za-z]/.test(piece)) tokens.push({ literal: piece, length: 0 });
    else if (known[piece.charAt(0)]?.includes(piece.length))
      tokens.push({ letter: piece.charAt(0), length: piece.length });
    else return `cannot have ${piece}; write text in single quotes`;
  }
  return tokens;
}

function problemOf(letters: readonly string[]): string | null {
  const twice = letters.find((letter, at) => letters.indexOf(letter) !== at);
  if (twice !== undefined) return `has ${twice} twice`;
  const missing = Object.entries({ y: 'a year (y)', M: 'a month (M)', d: 'a day (d)' }).find(
    ([letter]) => !letters.includes(letter),
  );
  if (missing) return `needs ${missing[1]}`;
  if (letters.includes('h') !== letters.includes('a'))
    return 'needs both h and a for hours from 1 to 12, or H without a';
  if (letters.includes('h') && letters.includes('H')) return 'has two hours';
  const isTimed = letters.includes('h') || letters.includes('H');
  return !isTimed && letters.some((letter) => 'msSX'.includes(letter)) ? 'needs an hour (H or h) before minutes' : null;
}

/** The expressions of letters, some of them at one length, that do not depend on what stands after them. */
const sources: Readonly<Record<string, string>> = {
  E: '[\\p{L}\\p{M}]+\\.?',
  a: '(?<a>[ap]\\.?m\\.?)',
  X: '(?<X>z|[-+]\\d\\d(?::?\\d\\d)?)',
  S: '(?<S>\\d{1,9})',
  y1: '(?<y>\\d{4})',
  y2: '(?<y>\\d{2})',
  y4: '(?<y>\\d{4})',
  M3: '(?<M>[\\p{L}\\p{M}]+)\\.?',
  M4: '(?<M>[\\p{L}\\p{M}]+)\\.?',
};

/** The expression of a token. Digits that follow digits directly have a fixed length. */
function sourceOf({ letter, length, literal = '' }: Token, next: Token | undefined): string {
  if (letter === undefined) return /^\s+$/.test(literal) ? '\\s+' : literal.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  const isTight = /[yMdHhmsS]/.test(next?.letter ?? '');
  return sources[letter] ?? sources[`${letter}${length}`] ?? `(?<${letter}>\\d{${isTight ? '2' : '1,2'}})`;
}

type Found = Readonly<Record<string, string | undefined>>;

function isoOf(found: Found): string | null {
  const { y: year = '', M: month = '', d, H, h } = found;
  const day = `${yearOf(year)}-${monthOf(month)}-${two(d)}`;
  if (!isDate(day)) return null;
  if (H === undefined && h === undefined) return day;
  const time = timeOf(found);
  return time === null ? null : `${day}T${time}${offsetOf(found['X'])}`;
}

function timeOf({ m: minute = '0', s: second = '0', S: fraction, ...found }: Found): string | null {
  const hour = hourOf(found);
  if (hour === null || Number(minute) > 59 || Number(second) > 59) return null;
  return `${two(String(hour))}:${two(minute)}:${two(second)}${fraction === undefined ? '' : `.${fraction}`}`;
}

const two = (digits = '0'): string => digits.padStart(2, '0');

const yearOf = (digits: string): string => (digits.length === 4 ? digits : `${digits < '70' ? '20' : '19'}${digits}`);

const monthOf = (text: string): string => two(/^\d/.test(text) ? text : String(monthInWords(text)));

function hourOf(found: Found): number | null {
  const hour = Number(found['H'] ?? found['h']);
  if (found['h'] === undefined) return hour > 23 ? null : hour;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (/^p/i.test(found['a'] ?? '') ? 12 : 0);
}

function offsetOf(text: string | undefined): string {
  if (text === undefined) return '';
  if (/^z$/i.test(text)) return 'Z';
  const digits = text.slice(1).replace(':', '').padEnd(4, '0');
  return `${text.charAt(0)}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
