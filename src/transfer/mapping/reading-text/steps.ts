import { isUnfit, type Unfit, unfit } from './unfit.ts';

/** One step: a value that is not blank becomes another, `null` (blank) or `Unfit`. */
export type ReadingStep = (value: unknown) => unknown;

/** Whether a cell or a value is empty: null, only spaces, or an empty list. */
export const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && (value === '' || value.trim() === '')) ||
  (Array.isArray(value) && value.length === 0);

/** A value as text, for the steps that read text. */
export function textOf(value: unknown): string | Unfit {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : unfit('a text', 'wrong_type');
}

/** A step on the text of a value. */
export const onText =
  (work: (text: string) => unknown): ReadingStep =>
  (value) => {
    const text = textOf(value);
    return isUnfit(text) ? text : work(text);
  };
