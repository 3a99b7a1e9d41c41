import type { Clock } from '../clock.ts';
import type { Environment } from '../config.ts';
import { withoutControls, withoutControlsInLines } from '../control-characters.ts';

/** The input and output of a command; a test passes its own. */
export interface Terminal {
  readonly environment: Environment;
  readonly clock: Clock;
  /** All of standard input. */
  readonly input: () => Promise<string>;
  /** Writes text to standard output as it is. */
  readonly write: (text: string) => void;
  /** Writes text to standard error as it is. */
  readonly complain: (text: string) => void;
  /** Whether standard error is a screen, on which a line can be redrawn. */
  readonly isScreen?: boolean;
}

/** The result of a command. */
interface Result {
  /** Whether to print one line of JSON, for a program. */
  readonly json: boolean | undefined;
  readonly value: object;
  readonly text: string;
}

/** Writes the result of a command to standard output, with control characters escaped. */
export function print(terminal: Terminal, { json, value, text }: Result): void {
  terminal.write(`${withoutControlsInLines(json ? JSON.stringify(value) : text)}\n`);
}

/** A table: rows below their heads, each column as wide as its widest cell. */
export function table(heads: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  const lines = [heads, ...rows].map((cells) => cells.map((cell) => withoutControls(cell ?? '-')));
  const widths = heads.map((_, column) => Math.max(...lines.map((cells) => [...(cells[column] ?? '')].length)));
  return lines
    .map((cells) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Names and values, one pair per line, indented. Omits null values. */
export function facts(pairs: Readonly<Record<string, string | null>>): string {
  const kept = Object.entries(pairs).flatMap(([name, value]) =>
    value === null ? [] : [[name, withoutControls(value)]],
  );
  const width = Math.max(...kept.map(([name = '']) => name.length));
  return kept.map(([name = '', value = '']) => `  ${name.padEnd(width)}  ${value}`).join('\n');
}
