/** A text that a spreadsheet would take for a formula, after any number of apostrophes. */
const formula = /^'*[=+\-@\t\r]/;
const guarded = /^'+[=+\-@\t\r]/;
const plainNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Puts `'` before a text that a spreadsheet would take for a formula, so that it shows the text. A plain number such as
 * `-5` stays. `withoutGuard` takes exactly this one `'` away, whatever the text was.
 */
export const withGuard = (text: string): string => (formula.test(text) && !plainNumber.test(text) ? `'${text}` : text);

export const withoutGuard = (text: string): string => (guarded.test(text) ? text.slice(1) : text);
