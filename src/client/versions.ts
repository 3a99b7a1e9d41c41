const versions = new WeakMap<object, number>();

/** A record that the client has read or changed, a record with its `version`, or the version itself. */
export type Unchanged = object | number;

/** The version of a record, from the entity tag of an answer; null if it has none. */
export function versionOf(headers: Headers): number | null {
  const [, version] = /^(?:W\/)?"(\d+)"$/.exec(headers.get('etag') ?? '') ?? [];
  return version === undefined ? null : Number(version);
}

/** Keeps the version of the record in the body of an answer: `{project: {…}}`. */
export function keepVersion(body: unknown, version: number | null): void {
  if (version === null || typeof body !== 'object' || body === null) return;
  const [record] = Object.values(body) as unknown[];
  if (typeof record === 'object' && record !== null) versions.set(record, version);
}

/** @throws {TypeError} if the version of the record is not known. */
export function versionIn(unchanged: Unchanged): number {
  const known = typeof unchanged === 'number' ? unchanged : versions.get(unchanged);
  const version = known ?? (unchanged as { readonly version?: unknown }).version;
  if (typeof version === 'number') return version;
  throw new TypeError('`unchanged` needs a record that the client has read, one with its version, or a version.');
}
