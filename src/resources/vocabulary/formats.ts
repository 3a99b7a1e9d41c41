import { withoutInvisible } from './invisible.ts';

/** A day that exists in the calendar, years 1 to 9999. */
export function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match || match[1] === '0000') return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

const dateTime = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** An RFC 3339 date-time with its offset, without leap seconds, that is in years 1 to 9999 in UTC too. */
export function isDateTime(text: string): boolean {
  const match = dateTime.exec(text);
  if (!match?.[1] || !isDate(match[1])) return false;
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** An instant as stored and returned: UTC, milliseconds only when not zero, finer digits dropped. */
export function wireTime(instant: Date | string): string {
  const truncated = typeof instant === 'string' ? instant.replace(/(\.\d{3})\d+/, '$1') : instant;
  return new Date(truncated).toISOString().replace('.000Z', 'Z');
}

/** Whether the text is an IANA zone name that this machine knows, in any case. */
export function isTimeZone(name: string): boolean {
  // Newer engines accept offsets such as +05:00 as zones. Offsets have no summer time, and other readers refuse them.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Whether the text is the code of a currency (ISO 4217) that this machine knows: three capitals. */
export const isCurrency = (code: string): boolean => Intl.supportedValuesOf('currency').includes(code);

/** An absolute http or https address. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text);
}

/** Whether the text has characters before and after one `@`. Only a sent mail can show that the address works. */
export const isEmailAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);

/** No more than two digits after the point. */
export const hasTwoDecimals = (value: number): boolean => /^-?\d+(?:\.\d{1,2})?$/.test(String(value));

/** Whether a text is an id of the product: a positive number that fits 63 bits. */
export const isId = (text: unknown): text is string =>
  typeof text === 'string' && /^[1-9]\d{0,18}$/.test(text) && BigInt(text) <= 9_223_372_036_854_775_807n;

const longestFolded = 255;

/**
 * Removes case, accents, strokes and characters that nobody sees from a text, at its full length: `Łódź` is `lodz`, and
 * `Straße` is `strasse`. Names, words of a search, keys of entries and headings of files are compared so.
 */
export const foldWhole = (text: string): string =>
  /^[\0-\x7f]*$/.test(text)
    ? text.toLowerCase()
    : withoutInvisible(text)
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/[ßæœøđðłþıħŧ]/g, (letter) => spellings[letter] ?? letter);

/** The spellings of letters that are not an accented form of another letter. */
const spellings: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i', ħ: 'h', ŧ: 't' },
};

/** A name for sorting and comparison: accents and case folded, in plain code point order. */
export const fold = (name: string): string => {
  const folded = foldWhole(name);
  // One letter can become eighteen, and cursors carry the result. Comparison ignores the part cut off.
  return folded.length > longestFolded ? [...folded].slice(0, longestFolded).join('') : folded;
};
