/** A JSON Schema 2020-12 document or part, as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The key for additions that only the document shows. It is not a JSON Schema keyword, so the validator ignores it. A
 * rule of `domain/` checks the same condition with its own messages.
 */
export const besides = 'x-besides';

/** Marks a key of a body that the service accepts and ignores. */
export const ignoredKey = 'x-ignored';

/** A key that records return and requests cannot set. It is ignored, so that a client can send back what it read. */
export const ignored: JsonSchema = { [ignoredKey]: true, description: 'Accepted and ignored.' };
