import { createHash } from 'node:crypto';

/** The `Content-Security-Policy` of a page that loads only the allowed sources. */
export const pagePolicy = (...allowed: readonly string[]): string =>
  ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", ...allowed].join('; ');

/** Allows the page's inline style sheet. */
export const styledBy = (style: string): string =>
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`;
