import { weakMemo } from '../../../weak-memo.ts';
import type { NumberForm } from '../../../resources/transfer/mapping.ts';
import { numberReader } from '../reading-text/numbers.ts';
import { isUnfit } from '../reading-text/unfit.ts';
import type { ProposedColumn } from '../scope.ts';

/** The character before the decimals. */
export type DecimalSign = '.' | ',';

/** The decimal sign of a file: the one that its numbers tell, and the one that is likely if they tell none. */
export interface DecimalSigns {
  readonly told: DecimalSign | null;
  readonly likely: DecimalSign;
}

export const numberForms: Readonly<Record<DecimalSign, NumberForm>> = {
  '.': {},
  ',': { decimal: ',', group: '.' },
};

const readers = { '.': numberReader(numberForms['.'], true), ',': numberReader(numberForms[','], true) };

/** The number of texts that are numbers with a decimal sign. */
export const countRead = (sign: DecimalSign, texts: readonly string[]): number =>
  texts.filter((text) => !isUnfit(readers[sign](text))).length;

/** Whether a text such as `850.000` is a number with either sign. */
export const isUnclear = (text: string): boolean => text.length <= longest && /^\D*\d{1,3}[.,]\d{3}\D*$/.test(text);

/** The sign of most columns of numbers, else the one that goes with dates such as `14.03.2026` or with the currency. */
export function decimalSignsOf(columns: readonly ProposedColumn[], currency: string | undefined): DecimalSigns {
  const texts = columns.filter(({ hasNumbers }) => hasNumbers !== true).map(({ values, samples }) => values ?? samples);
  const votes = texts.map(signOf);
  const votesFor = (sign: DecimalSign): number => votes.filter((vote) => vote === sign).length;
  const [points, commas] = [votesFor('.'), votesFor(',')];
  const hasDottedDates = texts.some((values) => values.length > 0 && values.every((text) => dottedDate.test(text)));
  const likely = hasDottedDates || commaCurrencies.has(currency ?? '') ? ',' : '.';
  if (points === commas) return { told: null, likely };
  return { told: points > commas ? '.' : ',', likely };
}

/** The sign that most numbers of a column tell. The notes of an import ask again. */
const signOf = weakMemo((values: readonly string[]): DecimalSign | null => {
  const numbers = values.filter((text) => text.length <= longest && separated.test(text));
  if (numbers.length * 2 < values.length) return null;
  const telling = numbers.filter((text) => /[.,]/.test(text));
  const [points, commas] = [countRead('.', telling), countRead(',', telling)];
  if (points === commas) return null;
  return points > commas ? '.' : ',';
});

const longest = 40;
const separated = /^\D{0,6}\d[\d.,\s'’]*\D{0,12}$/;
const dottedDate = /^\d{1,2}\.\d{1,2}\.(?:\d{2}|\d{4})(?:\D|$)/;

/** The currencies of countries that mostly write a comma before the decimals. */
const commaCurrencies: ReadonlySet<string> = new Set([
  ...['EUR', 'SEK', 'NOK', 'DKK', 'ISK', 'PLN', 'CZK', 'HUF', 'RON', 'BGN', 'RSD', 'BAM', 'ALL', 'MKD', 'MDL', 'UAH'],
  ...['RUB', 'BYN', 'GEL', 'AMD', 'AZN', 'KZT', 'UZS', 'TRY', 'BRL', 'ARS', 'CLP', 'COP', 'UYU', 'PYG', 'VES', 'CRC'],
  ...['IDR', 'VND', 'MAD', 'TND', 'DZD', 'XOF', 'XAF', 'AOA', 'MZN'],
]);
