import { Refusal } from '../../refusal.ts';

const longestKey = 255;

/**
 * The idempotency key of a change; undefined if the client sends none.
 * @throws {Refusal} `invalid_query` if the key is empty or too long.
 */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = String(header);
  if (key.length > 0 && key.length <= longestKey) return key;
  throw new Refusal('invalid_query', `An Idempotency-Key must have 1 to ${longestKey} characters.`, {
    problems: [
      {
        parameter: 'Idempotency-Key',
        code: key === '' ? 'required' : 'too_long',
        message: `must have 1 to ${longestKey} characters`,
      },
    ],
  });
}
