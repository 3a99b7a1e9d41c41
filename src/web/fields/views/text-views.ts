import type { FieldView } from '../field-view.ts';

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** An empty text clears the field. */
const cleared = (text: string): string | null => (text.trim() === '' ? null : text.trim());

const lineView = (by: 'line' | 'lines'): FieldView => ({
  show: (value) => cleared(asText(value)),
  edit: { by, text: asText, read: (text) => ({ value: cleared(text) }) },
});

export const text = lineView('line');

export const longText = lineView('lines');

export const url: FieldView = { ...text, href: (value) => cleared(asText(value)) };

export const email: FieldView = {
  ...text,
  href: (value) => (cleared(asText(value)) === null ? null : `mailto:${asText(value)}`),
};

/** A number that a phone can call; the signs between its digits are for people. */
export const phone: FieldView = {
  ...text,
  href: (value) => {
    const number = asText(value).replaceAll(/[^\d+]/g, '');
    return number === '' ? null : `tel:${number}`;
  },
};

/** Several lines, each a text of its own. */
export const texts: FieldView = {
  show: (value) => cleared(((value ?? []) as readonly string[]).join(' · ')),
  edit: {
    by: 'lines',
    text: (value) => ((value ?? []) as readonly string[]).join('\n'),
    read: (lines) => ({
      value: lines
        .split('\n')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    }),
  },
};
