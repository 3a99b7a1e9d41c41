/** A JSON Schema 2020-12 document or part, as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The schemas of plain values in answers. */
export const text: JsonSchema = { type: 'string' };
export const textOrNull: JsonSchema = { type: ['string', 'null'] };
export const count: JsonSchema = { type: 'integer', minimum: 0 };
export const instant: JsonSchema = { type: 'string', format: 'date-time' };
export const instantOrNull: JsonSchema = { type: ['string', 'null'], format: 'date-time' };

/** An object that has no other keys than these. @param required the keys that it must have; all of them by default. */
export const closed = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
  additionalProperties: false,
});

/** A closed object with a description. */
export const described = (
  description: string,
  properties: Readonly<Record<string, JsonSchema>>,
  required?: readonly string[],
): JsonSchema => ({ description, ...closed(properties, required) });

/**
 * The key for additions that only the document shows. It is not a JSON Schema keyword, so the validator ignores it. A
 * rule of `domain/` checks the same condition with its own messages.
 */
export const besides = 'x-besides';

/** Marks a key of a body that the service accepts and ignores. */
export const ignoredKey = 'x-ignored';

/** A key that records return and requests cannot set. It is ignored, so that a client can send back what it read. */
export const ignored: JsonSchema = { [ignoredKey]: true, description: 'Accepted and ignored.' };

/**
 * The key for the form of a text in a request, from which `clean-texts.ts` removes characters that nobody sees. The
 * document does not show it.
 */
export const textForm = 'x-text-form';

/** `key`: removed anywhere. `email`: also the scheme of a link. `as_sent`: nothing is removed. */
export type TextForm = 'key' | 'email' | 'as_sent';
