/** The limit of values that a message names. It refers to a list of the others. */
export const mostNamed = 25;

/**
 * The message for a value that is not allowed, with all allowed values beside it unless the list is long.
 * @param others the place of the full list: `GET /industries`.
 */
export function mustBeAmong(
  allowed: readonly string[],
  others: string,
): { readonly message: string; readonly allowed?: readonly string[] } {
  if (allowed.length <= mostNamed) return { message: `must be one of ${allowed.join(', ')}`, allowed };
  const named = allowed.slice(0, mostNamed).join(', ');
  return { message: `must be one of ${named} and ${allowed.length - mostNamed} more, see ${others}` };
}
