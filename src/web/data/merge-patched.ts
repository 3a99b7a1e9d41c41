/** A document with a merge patch (RFC 7396) applied. */
export function mergePatched(before: object, patch: object): object {
  const document = new Map<string, unknown>(Object.entries(before));
  for (const [key, value] of Object.entries(patch)) {
    const old = document.get(key);
    if (value === null) document.delete(key);
    else document.set(key, isObject(value) ? mergePatched(isObject(old) ? old : {}, value) : value);
  }
  return Object.fromEntries(document);
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
