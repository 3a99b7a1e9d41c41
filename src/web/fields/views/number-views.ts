import type { FieldView, ParsedText } from '../field-view.ts';
import { readMoney } from '../read-money.ts';

const textOf = (value: unknown): string => (typeof value === 'number' ? String(value) : '');

const isEmpty = (text: string): boolean => text.trim() === '';

/** Reads a number with or without separators. */
const readNumber = (text: string, fault: string, valueOf: (number: number) => number | null): ParsedText => {
  if (isEmpty(text)) return { value: null };
  const value = valueOf(Number(text.replaceAll(/[,\s]/g, '')));
  return value === null || Number.isNaN(value) ? { fault } : { value };
};

export const count: FieldView = {
  show: (value, { formats }) => (typeof value === 'number' ? formats.count(value) : null),
  edit: {
    by: 'line',
    text: textOf,
    read: (text) =>
      readNumber(text, 'Write a whole number.', (number) => (Number.isInteger(number) && number >= 0 ? number : null)),
  },
};

export const amount: FieldView = {
  show: (value, { formats }) => (typeof value === 'number' ? formats.money(value) : null),
  edit: {
    by: 'line',
    text: textOf,
    read: (text) => {
      if (isEmpty(text)) return { value: null };
      const value = readMoney(text);
      return value === null ? { fault: 'Write an amount, such as 4.2m or 850,000.' } : { value };
    },
  },
};

/** The API's amount is in hundredths; people write whole units. */
export const cents: FieldView = {
  show: (value, { formats }) => (typeof value === 'number' ? formats.money(value / 100) : null),
  edit: {
    by: 'line',
    text: (value) => (typeof value === 'number' ? String(value / 100) : ''),
    read: (text) => {
      if (isEmpty(text)) return { value: null };
      const value = readMoney(text);
      return value === null
        ? { fault: 'Write an amount, such as 4.2m or 850,000.' }
        : { value: Math.round(value * 100) };
    },
  },
};

/** The API's fraction is from 0 to 1; people write percent. */
export const fraction: FieldView = {
  show: (value, { formats }) => (typeof value === 'number' ? formats.percent(value) : null),
  edit: {
    by: 'line',
    text: (value) => (typeof value === 'number' ? String(Math.round(value * 1e6) / 1e4) : ''),
    read: (text) =>
      readNumber(text.replace('%', ''), 'Write a percentage from 0 to 100.', (percent) =>
        percent >= 0 && percent <= 100 ? percent / 100 : null,
      ),
  },
};

/** A number with any decimals. */
export const decimal: FieldView = {
  show: (value) => (typeof value === 'number' ? value.toLocaleString(undefined, { maximumFractionDigits: 20 }) : null),
  edit: { by: 'line', text: textOf, read: (text) => readNumber(text, 'Write a number.', (number) => number) },
};
