const recordsOf = (body: unknown) => Object.values(body as Record<string, object | object[]>).flat();

/** Returns the key that a record of a sparse response lacks or has too many; null if each has exactly the `fields`. */
export function keysFault(body: unknown, fields: readonly string[]): string | null {
  const expected = new Set(fields);
  const further = recordsOf(body).flatMap((record) => Object.keys(record).filter((key) => !expected.has(key)))[0];
  if (further !== undefined) return `a record has the key '${further}', which the client did not request`;
  return missingFault(body, fields);
}

/** Returns the key that a record lacks; null if each has these keys. */
export function missingFault(body: unknown, keys: readonly string[]): string | null {
  const [missing] = recordsOf(body).flatMap((record) => keys.filter((key) => !(key in record)));
  return missing === undefined ? null : `a record lacks the requested key '${missing}'`;
}
