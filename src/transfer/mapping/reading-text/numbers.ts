import { type NumberForm, numberCharacters } from '../../../resources/transfer/mapping.ts';
import { currencyMarks, numberScales, numberUnits } from '../../../resources/transfer/words/value-words.ts';
import { withoutApproximation } from './approximate.ts';
import { type Unfit, unfit } from './unfit.ts';

/** A number as text without a transform: digits, a sign and one decimal point. */
export function plainNumber(text: string): number | Unfit {
  return text.length <= longest && /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)
    ? Number(text)
    : unfit('a number of digits and one decimal point');
}

/** The limit of characters of a number: the patterns take long to refuse very long texts. */
const longest = 100;

/** Reads numbers of a form. @param takesPercent whether `25%` is a number: it is 0.25. */
export function numberReader(form: NumberForm, takesPercent: boolean): (value: unknown) => number | Unfit {
  const { decimal, group } = numberCharacters(form);
  const shift = Math.round(Math.log10(form.times ?? 1));
  const pattern = patternOf(decimal, group);
  const expected = unfit(`a number such as 1${group}234${decimal}50`);
  return (value) => {
    if (typeof value === 'number') return shifted(String(value), shift);
    const isShort = typeof value === 'string' && value.length <= longest;
    const found = isShort ? pattern.exec(withoutApproximation(value))?.groups : undefined;
    if (!found || !isWellSigned(found)) return expected;
    const scale = scaleOf(found);
    if (scale === null) return expected;
    if (found['after'] !== '%') return sizeOf(found, shift + scale);
    return takesPercent ? sizeOf(found, -2) : notPercent;
  };
}

/**
 * The places by which the word behind a number moves its decimal point. Null if its unit does not go with it: `M SF` is
 * thousands of square feet to some and millions to others.
 */
function scaleOf({ scale = '', after = '' }: Groups): number | null {
  const word = scale.toLowerCase();
  const places = numberScales[word] ?? 0;
  if (places === 0 || after === '') return places;
  const isCurrency = currencyMarks.some((mark) => mark.toLowerCase() === after.toLowerCase());
  return isCurrency || (after !== '%' && plainScales.includes(word)) ? places : null;
}

const plainScales: readonly string[] = ['k', 'thousand', 'million'];

const notPercent = unfit('a number without a percent sign');

function sizeOf(found: Groups, shift: number): number {
  const size = shifted(`${found['whole']?.replace(/\D/g, '') ?? ''}.${found['part'] ?? ''}0`, shift);
  return isNegative(found) ? 0 - size : size;
}

type Groups = Readonly<Record<string, string | undefined>>;

const isNegative = ({ open, sign, inner, end }: Groups): boolean =>
  open !== undefined || [sign, inner, end].some(isMinus);

const isMinus = (sign: string | undefined): boolean => sign === '-' || sign === '−';

/** At most one sign, and parentheses only in pairs and without one. */
function isWellSigned({ open, close, sign, inner, end, whole, part }: Groups): boolean {
  const signs = [sign, inner, end, open].filter((one) => one !== undefined).length;
  return signs <= 1 && (open === undefined) === (close === undefined) && (whole ?? part ?? '') !== '';
}

/** Moves the decimal point in the text, because a multiplication would add digits. */
const shifted = (digits: string, by: number): number => {
  const isPlain = by === 0 || digits.includes('e');
  return isPlain ? Number(digits) * 10 ** by : Number(`${digits}e${by}`);
};

/** The characters that stand for a group character, because spreadsheets and people write others. */
const looseGroups: Readonly<Record<string, string>> = { ' ': '\\s', '\u00a0': '\\s', "'": "['’]" };

function patternOf(decimal: string, group: string): RegExp {
  const groups = looseGroups[group] ?? escaped(group);
  const whole = group === '' ? '\\d+' : `\\d{1,3}(?:${groups}\\d{3})+|\\d+`;
  const marks = currencyMarks.map(escaped).join('|');
  const after = [...currencyMarks, ...numberUnits, '%'].map(escaped).join('|');
  const scale = `(?:(?<scale>${Object.keys(numberScales).join('|')})(?![a-z])\\s*)?`;
  const part = `(?:${escaped(decimal)}(?<part>\\d*))?`;
  const start = `^(?<open>\\()?\\s*(?:(?<sign>[-+−])\\s*)?(?:(?:${marks})\\s*)?(?:(?<inner>[-+−])\\s*)?`;
  return new RegExp(`${start}(?<whole>${whole})?${part}\\s*${scale}(?<after>${after})?(?<close>\\))?(?<end>-)?$`, 'i');
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
