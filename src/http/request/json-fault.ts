import { JsonScan } from './json-scan.ts';

/** Line and column, counted from 1. */
interface Place {
  readonly line: number;
  readonly column: number;
}

/** The offset of the first character at which the text is not valid JSON. */
export function jsonFault(text: string): number {
  const scan = new JsonScan(text);
  const steps = scan.steps();
  while (!steps.next().done);
  return scan.at;
}

/** The line and column of an offset, in characters. */
export function placeOf(text: string, at: number): Place {
  let line = 1;
  let start = 0;
  for (let index = 0; index < at; index += 1) {
    if (text.charCodeAt(index) !== lineFeed) continue;
    line += 1;
    start = index + 1;
  }
  return { line, column: at - start + 1 };
}

const lineFeed = 10;
