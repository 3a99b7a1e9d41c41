import { type NumberForm, numberCharacters } from '../transfer/mapping.ts';
import { currencyMarks, numberScales, numberUnits } from '../transfer/words/value-words.ts';
import { withoutApproximation } from './approximate.ts';

/** A number with this many decimals, rounded as a spreadsheet does it. */
export function rounded(number: number, decimals: number): number {
  if (Number.isInteger(number)) return number;
  const digits = String(Math.abs(withoutNoise(number)));
  return digits.includes('e')
    ? 0
    : Math.sign(number) * Number(`${Math.round(Number(`${digits}e${decimals}`))}e-${decimals}`);
}

/** The limit of characters of a number: the patterns take long to refuse very long texts. */
export const longestNumber = 100;

const isShort = (value: unknown): value is string => typeof value === 'string' && value.length <= longestNumber;

/** The reason for which a text is no number. */
export type NumberFault = 'no_number' | 'percent';

/**
 * Reads numbers of a form, in a file and as people type them, with the 15 digits that a spreadsheet shows. A dash in
 * place of digits, as in `$ -`, is blank: null.
 * @param takesPercent whether `25%` is a number: it is 0.25. A number below 1 is no percent then.
 */
export function writtenNumbers(
  form: NumberForm,
  takesPercent: boolean,
): (value: unknown) => number | null | NumberFault {
  const { decimal, group } = numberCharacters(form);
  const shift = Math.round(Math.log10(form.times ?? 1));
  const pattern = patternOf(decimal, group);
  return (value) => {
    if (typeof value === 'number') return shifted(String(value), takesPercent && isFraction(value) ? 0 : shift);
    if (!isShort(value) || !/[\d\p{Pd}−]/u.test(value)) return 'no_number';
    // The pattern has optional blanks beside each other: several together would take it long.
    const found = pattern.exec(withoutApproximation(value).replaceAll(/(\s)\s+/g, '$1'))?.groups;
    if (!found || !isWellSigned(found)) return dash.test(value) ? null : 'no_number';
    return numberOf(found, shift, takesPercent);
  };
}

function numberOf(found: Groups, shift: number, takesPercent: boolean): number | NumberFault {
  const scale = scaleOf(found);
  if (scale === null) return 'no_number';
  if (found['after'] === '%') return takesPercent ? sizeOf(found, -2) : 'percent';
  return sizeOf(found, (takesPercent && isFraction(sizeOf(found, 0)) ? 0 : shift) + scale);
}

const isFraction = (number: number): boolean => Math.abs(number) < 1;

/**
 * The places by which the word behind a number moves its decimal point. Null if its unit does not go with it: `M SF` is
 * thousands of square feet to some and millions to others.
 */
function scaleOf({ scale = '', after = '' }: Groups): number | null {
  const word = scale.toLowerCase();
  const places = numberScales[word] ?? 0;
  if (places === 0 || after === '') return places;
  return onlyMark.test(after) || (after !== '%' && plainScales.includes(word)) ? places : null;
}

const plainScales: readonly string[] = ['k', 'thousand', 'million'];

function sizeOf(found: Groups, shift: number): number {
  const part = found['part']?.replace(/\D/g, '') ?? '';
  const size = shifted(`${found['whole']?.replace(/\D/g, '') ?? ''}.${part}0`, shift);
  return isNegative(found) ? 0 - size : size;
}

type Groups = Readonly<Record<string, string | undefined>>;

const opening = ({ open, inside }: Groups): string | undefined => open ?? inside;

// Destructuring the rest of the groups would copy them, which takes longer than the pattern.
const isNegative = (found: Groups): boolean =>
  opening(found) !== undefined || [found['sign'], found['inner'], found['end'], found['last']].some(isMinus);

const isMinus = (sign: string | undefined): boolean => sign !== undefined && sign !== '+';

/** At most one sign, and parentheses only in pairs and without one. */
function isWellSigned(found: Groups): boolean {
  const { open, inside, close, sign, inner, end, last, whole, part } = found;
  const signs = [sign, inner, end, last, open, inside].filter((one) => one !== undefined).length;
  const hasDigits = /\d/.test(`${whole ?? ''}${part ?? ''}`);
  return signs <= 1 && (opening(found) === undefined) === (close === undefined) && hasDigits;
}

/** Moves the decimal point in the text, because a multiplication would add digits. */
const shifted = (digits: string, by: number): number => {
  const isPlain = by === 0 || digits.includes('e');
  return withoutNoise(isPlain ? Number(digits) * 10 ** by : Number(`${digits}e${by}`));
};

/** A fraction with the 15 digits that a spreadsheet shows: sums of cents have binary noise behind them. */
const withoutNoise = (number: number): number =>
  Number.isInteger(number) || !Number.isFinite(number) ? number : Number(number.toPrecision(15));

/** The characters that separate thousands in any form, because no country writes decimals with them. */
const looseGroups: readonly string[] = ['\\s', "['’´`ʼ]"];

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

const mark = `(?:${currencyMarks.join('|')})`;
const onlyMark = new RegExp(`^${mark}$`, 'iu');
const dash = new RegExp(`^(?:${mark}\\s*)?[-−–—]{1,3}\\s*${mark}?$`, 'iu');
const afterwards = `(?<after>${mark}|${[...numberUnits, '%'].map(escaped).join('|')})`;
const scale = `(?:(?<scale>${Object.keys(numberScales).join('|')})(?!\\p{L})\\.?\\s*)?`;
const start = `^(?<open>\\()?\\s*(?:(?<sign>[-+−–])\\s*)?(?:${mark}\\s*)?(?:(?:(?<inner>[-+−–])|(?<inside>\\())\\s*)?`;
const end = `(?<end>[-−])?\\s*${scale}${afterwards}?\\s*(?<close>\\))?\\s*(?:${mark})?(?<last>[-−])?$`;

/** Of `1.250,--`, the dashes stand for no cents. */
function patternOf(decimal: string, group: string): RegExp {
  const own = [' ', '\u00a0', "'", ''].includes(group) ? [] : [escaped(group)];
  const loose = group === '' ? [] : looseGroups.filter((one) => !new RegExp(one).test(decimal));
  const grouped = [...own, ...loose].map((one) => `[1-9]\\d{0,2}(?:${one}\\d{3})+|`).join('');
  const part = `(?:${escaped(decimal)}(?<part>[-–—]{1,2}|\\d*))?`;
  return new RegExp(`${start}(?<whole>${grouped}\\d+)?${part}\\s*${end}`, 'iu');
}
