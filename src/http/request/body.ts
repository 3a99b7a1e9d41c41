import { Refusal } from '../../refusal.ts';
import { mebibyte } from '../../variable-kinds.ts';
import { jsonFault, placeOf } from './json-scan.ts';

/** The limit of a body in bytes, and of one bulk row in characters. */
export const mostOfBody = mebibyte;
/** The limit of nested brackets. */
export const deepest = 16;

/**
 * @returns undefined for an empty body, which the operation handles.
 * @throws {Refusal} `malformed_json`, with the position.
 */
export function parseBody(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  const text = decode(bytes);
  if (text.trim() === '') return undefined;
  const value = parse(text);
  if (isDeeper(value, deepest)) throw tooDeep();
  return value;
}

/** The refusal of a body with deeper nesting. */
export const tooDeep = (): Refusal =>
  new Refusal('malformed_json', `The body is nested more than ${deepest} levels deep.`);

/** The refusal of a text that is invalid JSON from an offset on. */
export function malformed(text: string, at: number, cause?: unknown): Refusal {
  const { line, column } = placeOf(text, at);
  return new Refusal('malformed_json', `The body is not valid JSON at line ${line}, column ${column}.`, {
    members: { line, column },
    cause,
  });
}

/** @throws {Refusal} `malformed_json` if the bytes are not UTF-8. */
export function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Refusal('malformed_json', 'The body is not valid UTF-8.', { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw malformed(text, jsonFault(text), cause);
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
