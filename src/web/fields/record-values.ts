/** Values by key. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** The value at a place in a record; null if it is empty. */
export function valueAt(record: FieldValues, name: string): unknown {
  const [key = '', inner] = name.split('/');
  const value = record[key] ?? null;
  return inner === undefined ? value : ((value as FieldValues | null)?.[inner] ?? null);
}

/** A body with a value at a place: `custom_fields/x` → `{ custom_fields: { x: … } }`. */
export function bodyWith(path: string, value: unknown): FieldValues {
  const [key = '', inner] = path.split('/');
  return { [key]: inner === undefined ? value : { [inner]: value } };
}

/** The value of a record's key with a value at a place. The firm's own fields share one key. */
export function shownAt(record: FieldValues, name: string, value: unknown): FieldValues {
  const [key = '', inner] = name.split('/');
  return { [key]: inner === undefined ? value : { ...(record[key] as FieldValues | null), [inner]: value } };
}
