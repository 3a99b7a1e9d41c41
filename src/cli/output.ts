import type { Terminal } from './terminal.ts';

/** What a command has to say. */
interface Result {
  /** Whether a machine listens: then it is one line of JSON. */
  readonly json: boolean | undefined;
  readonly value: object;
  readonly text: string;
}

/** Writes the result of a command to standard output. */
export function print(terminal: Terminal, { json, value, text }: Result): void {
  terminal.write(`${json ? JSON.stringify(value) : text}\n`);
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
