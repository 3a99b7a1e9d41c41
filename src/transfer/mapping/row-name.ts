/** The name of the record of a row, and the field that holds it or its last part. */
export interface RowName {
  readonly field: string;
  readonly text: string;
}

/** The fields that name a record or a person. */
export const nameFields: readonly string[] = ['name', 'title', 'first_name', 'last_name'];

/** The name of the record of a row; null if the row does not say it. */
export function nameOf(fields: Readonly<Record<string, unknown>>): RowName | null {
  const [name] = ['name', 'title'].flatMap((field) => textAt(fields, field));
  if (name !== undefined) return name;
  const parts = ['first_name', 'last_name'].flatMap((field) => textAt(fields, field));
  return parts.length === 0 ? null : { field: 'last_name', text: parts.map(({ text }) => text).join(' ') };
}

function textAt(fields: Readonly<Record<string, unknown>>, field: string): RowName[] {
  const text = fields[field];
  return typeof text === 'string' && text !== '' ? [{ field, text }] : [];
}
