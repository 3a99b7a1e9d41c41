import { hasTwoDecimals } from '../../../resources/vocabulary/formats.ts';
import { typedNumber } from '../../../resources/written-numbers/typed-number.ts';
import type { FieldView } from '../field-view.ts';

const textOf = (value: unknown): string => (typeof value === 'number' ? String(value) : '');

const isPercent = (text: string): boolean => text.trimEnd().endsWith('%');

/** Reads a number as imports do. @param valueOf the value of the field; null if it cannot be this number. */
function readAs(text: string, fault: string, valueOf: (number: number) => number | null): TypedAmount {
  if (text.trim() === '') return { value: null };
  const number = typedNumber(text);
  const value = number === null || isPercent(text) ? null : valueOf(number);
  return value === null ? { fault } : { value };
}

const within = (number: number, least: number, most: number): boolean => number >= least && number <= most;

const mostCount = 2_147_483_647;
const mostAmount = 9_999_999_999_999.99;

const amountFault = 'Write an amount, such as 4.2m or 850,000.';

const amountOf = (number: number): number | null =>
  within(number, 0, mostAmount) && hasTwoDecimals(number) ? number : null;

/** A typed amount: its value, or what is wrong with it. */
export type TypedAmount = { readonly value: number | null } | { readonly fault: string };

/** Reads an amount as imports do. */
export const typedAmount = (text: string): TypedAmount => readAs(text, amountFault, amountOf);

/** `13,500,000`, which `typedNumber` reads in every language of a browser. */
const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** An amount as people edit it; empty without one. */
export const amountText = (value: unknown): string => (typeof value === 'number' ? grouped.format(value) : '');

export const count: FieldView = {
  show: (value, { formats }) => (typeof value === 'number' ? formats.count(value) : null),
  edit: {
    by: 'line',
    text: textOf,
    read: (text) =>
      readAs(text, 'Write a whole number.', (number) =>
        Number.isInteger(number) && within(number, 0, mostCount) ? number : null,
      ),
  },
};

export const amount: FieldView = {
  show: (value, { formats }) => (typeof value === 'number' ? formats.money(value) : null),
  edit: {
    by: 'line',
    text: amountText,
    read: typedAmount,
  },
};

/** The API's amount is in hundredths; people write whole units. */
export const cents: FieldView = {
  show: (value, { formats }) => (typeof value === 'number' ? formats.money(value / 100) : null),
  edit: {
    by: 'line',
    text: (value) => amountText(typeof value === 'number' ? value / 100 : value),
    read: (text) =>
      readAs(text, amountFault, (number) => {
        const value = amountOf(number);
        return value === null ? null : Math.round(value * 100);
      }),
  },
};

/** The API's fraction is from 0 to 1; people write percent. A number below 1 without the sign is the fraction itself. */
export const fraction: FieldView = {
  show: (value, { formats }) => (typeof value === 'number' ? formats.percent(value) : null),
  edit: {
    by: 'line',
    text: percentText,
    read: (text) => {
      if (text.trim() === '') return { value: null };
      const number = typedNumber(text);
      const isFraction = isPercent(text) || (number !== null && number < 1);
      const value = number !== null && !isFraction ? Number((number / 100).toPrecision(15)) : number;
      return value !== null && within(value, 0, 1) ? { value } : { fault: 'Write a percentage from 0 to 100.' };
    },
  },
};

function percentText(value: unknown): string {
  if (typeof value !== 'number') return '';
  const percent = Math.round(value * 1e6) / 1e4;
  return percent > 0 && percent < 1 ? `${percent}%` : String(percent);
}

const exactly = new Intl.NumberFormat(undefined, { maximumFractionDigits: 20 });

/** A number with any decimals. */
export const decimal: FieldView = {
  show: (value) => (typeof value === 'number' ? exactly.format(value) : null),
  edit: { by: 'line', text: textOf, read: (text) => readAs(text, 'Write a number.', (number) => number) },
};
