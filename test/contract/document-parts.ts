/** An object in a document, with its JSON pointer. */
export interface Part {
  readonly at: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** The values of these keywords are data, not parts of the document. */
const values = new Set(['example', 'examples', 'value', 'default', 'enum', 'const']);

/** Yields every object of a document, except those inside examples. */
export function* partsOf(value: unknown, at = ''): Generator<Part> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { at, value: value as Part['value'] };
  for (const [key, inner] of Object.entries(value)) {
    // A property can have the name of a keyword.
    if (values.has(key) && !at.endsWith('/properties')) continue;
    yield* partsOf(inner, `${at}/${key}`);
  }
}
