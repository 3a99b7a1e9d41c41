/** Shows a whole number, not below zero, as its format does; null if the format adds and keeps no digits of it. */
export type DigitFormat = (number: number) => string | null;

/** The format of job numbers, ZIP codes and the like, such as `00000`, `"26-"000` or `(###) ###-####`; null for others. */
export function digitFormatOf(code: string): DigitFormat | null {
  const sections = sectionsOf(code).map(sectionOf);
  if (sections.every(({ show }) => show === null)) return null;
  const isConditional = sections.some(({ condition }) => condition !== null);
  return (number) => {
    const section = isConditional
      ? sections.find(({ condition }) => condition?.(number) ?? true)
      : sections[number === 0 && sections.length > 2 ? 2 : 0];
    return number > mostShown ? null : (section?.show?.(number) ?? null);
  };
}

/**
 * The decimals of a format such as `0.00` that shows them also where they are zeros; null for others, which are those of
 * amounts if they have groups or marks.
 */
export function decimalsOf(code: string): number | null {
  const zeros = /^#*0+\.(0{1,10})(?:_.)?(?:;.*)?$/.exec(code)?.[1];
  return zeros === undefined ? null : zeros.length;
}

/**
 * A number with the zeros that a format of so many decimals shows behind it; null if there are none. A whole number of
 * five digits or more is a ZIP code, a telephone number or an amount, to which the zeros do not belong.
 */
export function withZeros(number: number, decimals: number): string | null {
  const exact = Number(number.toPrecision(15));
  const shown = exact.toFixed(decimals);
  const isWhole = Number.isInteger(exact) && exact >= 10_000;
  return exact < 0 || isWhole || Number(shown) !== exact || shown === String(exact) ? null : shown;
}

/** Excel shows 15 digits. */
const mostShown = 999_999_999_999_999;

interface Section {
  readonly condition: ((number: number) => boolean) | null;
  readonly show: ((number: number) => string) | null;
}

/** A place of a digit, `0` if it always shows one, or a literal text. */
type Part = { readonly place: '0' | '#' } | { readonly text: string };

/** The tokens of each section: quoted texts, escaped characters, conditions and single characters. */
function sectionsOf(code: string): string[][] {
  const sections: string[][] = [[]];
  for (const token of code.match(/"[^"]*"|\\.|[_*].|\[[^[\]]*\]|[^]/g) ?? []) {
    if (token === ';') sections.push([]);
    else sections.at(-1)?.push(token);
  }
  return sections;
}

function sectionOf(tokens: readonly string[]): Section {
  const condition = tokens.map(conditionOf).find((one) => one !== null) ?? null;
  const parts = tokens.map(partOf);
  const sound = parts.filter((part) => part !== null);
  return { condition, show: sound.length === parts.length ? shownBy(sound) : null };
}

/** Null if the parts are those of an amount: neither leading zeros nor texts that belong to the number. */
function shownBy(parts: readonly Part[]): Section['show'] {
  const isPlace = (part: Part): boolean => 'place' in part;
  const [first, last] = [parts.findIndex(isPlace), parts.findLastIndex(isPlace)];
  if (first < 0) return null;
  const places = parts.flatMap((part) => ('place' in part ? [part.place] : []));
  const least = places.includes('0') ? places.length - places.indexOf('0') : 0;
  const isKept =
    least > 1 ||
    /[^\s.,'’]/.test(textOf(parts.slice(first, last))) ||
    prefix.test(textOf(parts.slice(0, first))) ||
    suffix.test(textOf(parts.slice(last + 1)));
  if (!isKept) return null;
  return (number) => {
    let digits = String(number).padStart(least, '0');
    let text = '';
    for (const [index, part] of [...parts.entries()].toReversed()) {
      const from = index === first ? 0 : -1;
      text = ('place' in part ? digits.slice(from) : part.text) + text;
      if ('place' in part) digits = digits.slice(0, -1);
    }
    return text.trim();
  };
}

/** The end of a text such as `26-`, which makes a number the rest of an identifier. */
const prefix = /[a-z\d][-/#._]$/i;

/** The beginning of a text such as `-26`. */
const suffix = /^[-/#._][a-z\d]/i;

const textOf = (parts: readonly Part[]): string => parts.map((part) => ('text' in part ? part.text : '')).join('');

/** Null for a part of a format of amounts, such as a point or a percent sign. */
function partOf(token: string): Part | null {
  if (token === '0') return { place: '0' };
  if (token === '#' || token === '?') return { place: '#' };
  if (token.startsWith('"')) return { text: token.slice(1, -1) };
  if (token.startsWith('\\')) return { text: token.slice(1) };
  if (/^[_*[]/.test(token)) return { text: '' };
  return /^[-+$()\s:!^&'~{}<>=]$/.test(token) ? { text: token } : null;
}

const comparisons: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
  '=': (one, other) => one === other,
  '<>': (one, other) => one !== other,
};

/** The condition of a section, such as `[<=9999999]`. */
function conditionOf(token: string): Section['condition'] {
  const [, sign = '', limit = ''] = /^\[(<=|>=|<>|<|>|=)(\d{1,15}(?:\.\d+)?)\]$/.exec(token) ?? [];
  const compare = comparisons[sign];
  return compare === undefined ? null : (number) => compare(number, Number(limit));
}
