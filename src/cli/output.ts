/** Writes a command's result to standard output: for a machine as one line of JSON, else the text. */
export function print(result: { json: boolean | undefined; value: object; text: string }): void {
  process.stdout.write(`${result.json ? JSON.stringify(result.value) : result.text}\n`);
}

/** Rows below their heads, as wide as their widest cell. */
export function table(heads: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  const lines = [heads, ...rows].map((cells) => cells.map((cell) => cell ?? '-'));
  const widths = heads.map((_, column) => Math.max(...lines.map((cells) => [...(cells[column] ?? '')].length)));
  return lines
    .map((cells) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Names and what they stand for, one a line, indented; what is null is left out. */
export function facts(pairs: Readonly<Record<string, string | null>>): string {
  const kept = Object.entries(pairs).filter((pair): pair is [string, string] => pair[1] !== null);
  const width = Math.max(...kept.map(([name]) => name.length));
  return kept.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n');
}
