/** A value in the text format of `copy` (PostgreSQL manual, COPY, Text Format). */
function field(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (Array.isArray(value)) return escaped(`{${value.map((item) => `"${String(item)}"`).join(',')}}`);
  return escaped(typeof value === 'string' ? value : JSON.stringify(value));
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

const escaped = (text: string): string => text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character);

/** A line of a `copy`: the values of a row in the order of the columns. */
export const copyLine = (row: Readonly<Record<string, unknown>>, columns: readonly string[]): string =>
  `${columns.map((column) => field(row[column])).join('\t')}\n`;
