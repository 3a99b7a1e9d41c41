import { quoted } from '../../refusal.ts';
import type { MappingTarget } from '../../resources/transfer/targets.ts';
import type { MappingFault } from './mapping.ts';
import { otherCurrency } from './reading-text/currencies.ts';

/** The code of a number that loses its decimals. */
export const roundedCode = 'rounded';

/** The code of an amount in another currency than that of the account. */
export const currencyCode = 'other_currency';

type Notice = Pick<MappingFault, 'code' | 'message'>;

/** Tells what a number that a field takes has lost. @param text the text of its cell */
export type NumberNotice = (read: unknown, value: number, text: string, column: string) => Notice | null;

/** The notices of a target that holds whole numbers or money. */
export function numberNoticeOf(target: MappingTarget, currency: string | undefined): NumberNotice | null {
  if (target.kind === 'field' && target.field.kind === 'count') return roundedNotice;
  if (!isMoney(target)) return null;
  const ofCurrency = currency === undefined ? null : currencyNotice(currency);
  return (...number) => ofCurrency?.(...number) ?? centsNotice(...number);
}

/** Whether a target holds an amount of money. */
export const isMoney = (target: MappingTarget): boolean =>
  target.kind === 'custom'
    ? target.custom.field_type === 'currency'
    : target.kind === 'field' && ['amount', 'cents'].includes(target.field.kind);

const roundedNotice: NumberNotice = (read, value, text, column) =>
  Number(read) === value
    ? null
    : { code: roundedCode, message: `Column ${column}: ${quoted(text)} is rounded to ${value}, a whole number.` };

/** A tenth of a cent: what a spreadsheet loses of a number by itself is far less. */
const lostAmount = 0.001;

const centsNotice: NumberNotice = (read, _, text, column) => {
  const amount = Number(read);
  const stored = Math.round(amount * 100) / 100;
  if (Math.abs(amount - stored) < lostAmount) return null;
  return {
    code: roundedCode,
    message: `Column ${column}: ${quoted(text)} is rounded to ${stored.toFixed(2)}, to cents.`,
  };
};

const currencyNotice =
  (currency: string): NumberNotice =>
  (_, __, text, column) => {
    const other = otherCurrency(text, currency);
    const message = `Column ${column}: ${quoted(text)} is in ${other}. The number is imported as ${currency}, without conversion.`;
    return other === null ? null : { code: currencyCode, message };
  };
