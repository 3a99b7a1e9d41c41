import { createHash } from 'node:crypto';

/** Text that is already HTML. */
export interface Markup {
  readonly markup: string;
}

/** A value in a template. Texts are escaped, lists are joined, and absent values are omitted. */
export type Piece = Markup | string | number | false | null | undefined | readonly Piece[];

/** An HTML template. It escapes every value that is not `Markup`. */
export function html(texts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  const written = pieces.map((piece, index) => write(piece) + (texts[index + 1] ?? ''));
  return { markup: (texts[0] ?? '') + written.join('') };
}

/** The markup of a description, which has `code` between backticks. */
export const prose = (text: string): Markup => ({
  markup: escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>'),
});

/** Escapes text for use between tags and in double quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function write(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return '';
  if (typeof piece === 'string') return escapeHtml(piece);
  if (typeof piece === 'number') return String(piece);
  return 'markup' in piece ? piece.markup : piece.map(write).join('');
}

/** The `Content-Security-Policy` of a page that loads only the allowed sources. */
export const pagePolicy = (...allowed: readonly string[]): string =>
  ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", ...allowed].join('; ');

/** Allows the page's inline style sheet. */
export const styledBy = (style: string): string =>
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`;
