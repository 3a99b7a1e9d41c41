/** A text that a spreadsheet would take for a formula, after any number of apostrophes. */
const formula = /^'*[=+\-@\t\r]/;
const guarded = /^'+[=+\-@\t\r]/;
const plainNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Puts `'` before a text that a spreadsheet would take for a formula, so that it shows the text. A plain number such as
 * `-5` stays. `withoutGuard` takes exactly this one `'` away, whatever the text was.
 */
export const withGuard = (text: string): string => (formula.test(text) && !plainNumber.test(text) ? `'${text}` : text);

const withoutGuard = (text: string): string => (guarded.test(text) ? text.slice(1) : text);

const quotedText = /^=\s*"([^"]*(?:""[^"]*)*)"$/;

/** The text of a cell that a program wrote: without the guard, or `02138` of `="02138"`, by which it keeps its zeros. */
export function plainText(text: string): string {
  const quoted = text.startsWith('=') ? quotedText.exec(text.trimEnd())?.[1] : undefined;
  return quoted === undefined ? withoutGuard(text) : quoted.replaceAll('""', '"');
}
