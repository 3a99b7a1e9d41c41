/** A value of one cell. `null` is an empty cell. */
export type ExportCell = string | number | boolean | null;

/**
 * A text as spreadsheets show it. A spreadsheet would run a text that begins with `=`, `+`, `-`, `@`, tab or carriage
 * return as a formula, so it gets a `'` in front, and so does a text that has such marks in front already. An import takes
 * exactly one away.
 */
export const neutral = (text: string): string => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** The items of a list in one cell. A list with an item that the separator would break is a JSON array. */
export const joined = (items: readonly string[]): string =>
  items.some((item) => item.includes(';') || item.startsWith('[')) ? JSON.stringify(items) : items.join('; ');
