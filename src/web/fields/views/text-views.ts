import { plainEmailAddress, trimmed } from '../../../resources/vocabulary/invisible.ts';
import type { FieldView } from '../field-view.ts';

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** An empty text clears the field. */
const cleared = (text: string): string | null => trimmed(text) || null;

const lineView = (by: 'line' | 'lines', plain = (text: string): string => text): FieldView => ({
  show: (value) => cleared(asText(value)),
  edit: { by, text: asText, read: (text) => ({ value: cleared(plain(text)) }) },
});

export const text = lineView('line');

export const longText = lineView('lines');

/** `https://www.example.com/` → `example.com`. */
const bareAddress = (value: unknown): string | null =>
  cleared(
    asText(value)
      .replace(/^https?:\/\/(?:www\.)?(?=.)/i, '')
      .replace(/^([^/?#]+)\/$/, '$1'),
  );

export const url: FieldView = { ...text, show: bareAddress, href: (value) => cleared(asText(value)) };

/** The address of a website as people write it, with or without `https://`. */
export const website: FieldView = {
  ...text,
  show: bareAddress,
  href: (value) => {
    const written = asText(value).trim();
    const address = /^https?:\/\//i.test(written) ? written : `https://${written}`;
    return URL.canParse(address) && new URL(address).hostname.includes('.') ? address : null;
  },
};

export const email: FieldView = {
  ...lineView('line', plainEmailAddress),
  href: (value) => (cleared(asText(value)) === null ? null : mailto(asText(value))),
};

/** The URL that writes to an address (RFC 6068). A `?` or `&` in the address must not begin headers of the message. */
function mailto(address: string): string {
  const at = address.lastIndexOf('@');
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`;
}

/** A telephone number. A phone calls the first one of several, with its extension (RFC 3966). */
export const phone: FieldView = {
  ...text,
  href: (value) => {
    const [, written, extension] =
      /(\+?[\d\s().-]{5,})(?:(?:x|ext\.?|extension|#)\s*(\d+))?/i.exec(asText(value)) ?? [];
    const number = written?.replaceAll(/[^\d+]/g, '') ?? '';
    if (number === '') return null;
    return extension === undefined ? `tel:${number}` : `tel:${number};ext=${extension}`;
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
        .map(trimmed)
        .filter((one) => one !== ''),
    }),
  },
};
