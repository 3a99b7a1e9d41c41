import type { FileEncoding } from '../../resources/transfer/imports.ts';
import { fileFault } from './file-fault.ts';
import type { FileBytes } from './file-rows.ts';
import { mostRowCharacters } from './limits.ts';
import { isUnstorable, storable } from './table-row.ts';
import { decodedText } from './text/decode.ts';

/** The levels of objects and lists in one line. */
const mostNesting = 100;

/** A line of NDJSON that is not blank: an object, or the reason for which it is none. */
export interface JsonLine {
  readonly line: number;
  readonly size: number;
  readonly object: Readonly<Record<string, unknown>> | null;
  readonly text: string;
  readonly fault?: string;
}

/** The lines of an NDJSON file in order. */
export async function* jsonLines(file: FileBytes, encoding: FileEncoding): AsyncGenerator<readonly JsonLine[]> {
  let rest = '';
  let line = 0;
  const linesOf = (texts: readonly string[]): JsonLine[] => {
    const found: JsonLine[] = [];
    for (const text of texts) {
      line += 1;
      if (text.length > mostRowCharacters) throw tooLong(line);
      if (text.trim() !== '') found.push(jsonLine(text, line));
    }
    return found;
  };
  for await (const piece of decodedText(file, encoding)) {
    const texts = (rest + piece).split(/\r\n|\n/);
    rest = texts.pop() ?? '';
    if (rest.length > mostRowCharacters) throw tooLong(line + texts.length + 1);
    yield linesOf(texts);
  }
  yield linesOf([rest]);
}

/** The value of a key; null if the object lacks it. */
export const memberOf = (object: Readonly<Record<string, unknown>> | null, name: string): unknown =>
  object !== null && Object.hasOwn(object, name) ? object[name] : null;

const tooLong = (line: number): Error =>
  fileFault('A line is longer than 1 MiB. Check that each line is one JSON object.', { line });

function jsonLine(text: string, line: number): JsonLine {
  const common = { line, size: text.length, text };
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return { ...common, object: null, fault: 'The line is not a JSON object.' };
    if (isDeeper(value, mostNesting)) return { ...common, object: null, fault: 'The line is nested too deeply.' };
    if (!/\0|\\u(0000|d[89a-f])/i.test(text) || !hasUnstorable(value)) return { ...common, object: value };
    const fault = 'The line has a NUL character or half of a character (\\ud800), which cannot be stored.';
    return { ...common, object: storableValue(value) as Record<string, unknown>, fault };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ...common, object: null, text: storable(text), fault: 'The line is not JSON.' };
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function hasUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return isUnstorable(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, member]) => isUnstorable(key) || hasUnstorable(member));
}

function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return storable(value);
  if (Array.isArray(value)) return value.map(storableValue);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [storable(key), storableValue(member)]));
}
