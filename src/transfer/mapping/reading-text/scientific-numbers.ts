import { unfit } from './unfit.ts';

/**
 * A text such as `7.8701E+04` as the whole number that it is, in a field of texts. Of a longer number, a spreadsheet
 * shows only the first digits, so that different numbers look the same: `2.12346E+11` is unfit. Other values stay.
 */
export function wholeNumber(value: unknown): unknown {
  const [, first, others = '', places] = typeof value === 'string' ? (scientific.exec(value.trim()) ?? []) : [];
  if (first === undefined) return value;
  return others.length === Number(places) ? `${first}${others}` : shortened;
}

/** Programs write a small number without the plus, and job numbers such as `2E15` have none. */
const scientific = /^(-?\d)(?:[.,](\d{1,15}))?E\+(\d{1,3})$/i;

const shortened = unfit(
  'the whole number: a spreadsheet has shortened it. Show the column as a whole number or as text there, and save the file again',
);
