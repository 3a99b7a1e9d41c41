/** An object somewhere in a document, and its JSON pointer. */
export interface Part {
  readonly at: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** What stands under these is no part of the document but a value that it speaks of. */
const values = new Set(['example', 'examples', 'value', 'default', 'enum', 'const']);

/** Every object of a document, but for those within examples. */
export function* partsOf(value: unknown, at = ''): Generator<Part> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { at, value: value as Part['value'] };
  for (const [key, inner] of Object.entries(value)) {
    // A property may be called as a keyword is.
    if (values.has(key) && !at.endsWith('/properties')) continue;
    yield* partsOf(inner, `${at}/${key}`);
  }
}
