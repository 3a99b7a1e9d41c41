import { firstProblems, pointerKey, type Problem } from '../refusal.ts';
import { inputValue, isUnknown, isWritten } from './input.ts';
import type { Rule } from './rule.ts';

/** An object that the service stores and does not read. */
export type Document = Readonly<Record<string, unknown>>;

/** The place of a document in the body, and its limit in bytes of JSON. */
interface DocumentPlace {
  readonly pointer: string;
  readonly most: number;
}

/** The problems of a document: values that Postgres cannot store, or too many bytes. */
export function documentProblems(document: Document, { pointer, most }: DocumentPlace): Problem[] {
  const problems = firstProblems([...partsOf(document, pointer)], partProblem);
  const size = Buffer.byteLength(JSON.stringify(document));
  if (size <= most) return problems;
  const message = `must have at most ${most} bytes of JSON, but has ${size}`;
  return [...problems, { pointer, code: 'too_long', message }];
}

/** The limits of the documents in records, in bytes of JSON. */
export const mostOfMapping = 256 * 1024;
export const mostOfDisplay = 16 * 1024;

/** A record stores a document as far as Postgres can store it. A program or `transfer` judges its content. */
export const keepDocument =
  (column: string, most: number): Rule =>
  (change) => {
    const document = inputValue(change, column) as Document | null | undefined;
    if (!isWritten(change) || isUnknown(change, [column]) || !document) return {};
    return { problems: documentProblems(document, { pointer: `/${column}`, most }) };
  };

/** A text, a key or a number in a document. */
interface DocumentPart {
  readonly pointer: string;
  readonly value: unknown;
}

function* partsOf(document: Document, pointer: string): Generator<DocumentPart, void> {
  for (const [key, value] of Object.entries(document)) {
    const place = `${pointer}/${pointerKey(key)}`;
    if (!isStorable(key)) yield { pointer: place, value: key };
    if (typeof value === 'object' && value !== null) yield* partsOf(value as Document, place);
    else yield { pointer: place, value };
  }
}

/** Whether Postgres can store a text in a document: without NUL and lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text);

function partProblem({ pointer, value }: DocumentPart): Problem | null {
  if (typeof value === 'string' && !isStorable(value)) {
    return { pointer, code: 'invalid_text', message: 'must not contain NUL or a lone surrogate' };
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return { pointer, code: 'out_of_range', message: 'must be a number between -1.8e308 and 1.8e308' };
  }
  return null;
}

/** The document after a JSON Merge Patch (RFC 7396): objects merge key by key, and `null` removes a key. */
export function mergePatched(document: unknown, patch: Document): Document {
  const merged = new Map(Object.entries(isDocument(document) ? document : {}));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, isDocument(value) ? mergePatched(merged.get(key), value) : value);
  }
  return Object.fromEntries(merged);
}

const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
