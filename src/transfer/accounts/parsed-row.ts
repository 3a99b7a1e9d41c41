/** A row of an archive, as JSON. */
export type ArchiveRow = Readonly<Record<string, unknown>>;

/** The limits of the values in a row, and of their nesting. Parsing many small values takes much memory. */
const mostValues = 200_000;
const deepest = 100;

/** The row in a line; null if the line is none, or has too many values. */
export function parsedRow(text: string): ArchiveRow | null {
  if (text.length > deepest && !isSmall(text)) return null;
  try {
    const row: unknown = JSON.parse(text);
    return typeof row === 'object' && row !== null && !Array.isArray(row) ? (row as ArchiveRow) : null;
  } catch {
    return null;
  }
}

/** Counts the commas and brackets of a JSON text outside of its strings. */
function isSmall(text: string): boolean {
  let [values, depth, isText] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (code === quote) isText = !isText;
    else if (!isText) {
      values += begins.has(code) ? 1 : 0;
      depth += levels.get(code) ?? 0;
      if (depth > deepest || values > mostValues) return false;
    }
  }
  return true;
}

const [backslash, quote, comma, bracket, endBracket, brace, endBrace] = [92, 34, 44, 91, 93, 123, 125] as const;

/** The characters before a value. */
const begins: ReadonlySet<number> = new Set([comma, bracket, brace]);

const levels: ReadonlyMap<number, number> = new Map([
  [bracket, 1],
  [brace, 1],
  [endBracket, -1],
  [endBrace, -1],
]);
