/** A row while its columns fill it. */
export interface DraftRow {
  readonly fields: Record<string, unknown>;
  id: string | null;
  readonly references: Map<string, DraftReference>;
}

/** A reference of a row. `value` is undefined until a column names the record, and null if it clears the reference. */
export interface DraftReference {
  value: string | readonly string[] | null | undefined;
  readonly parts: Record<string, unknown>;
}

export const draftReference = (row: DraftRow, name: string): DraftReference => {
  const known = row.references.get(name) ?? { value: undefined, parts: {} };
  row.references.set(name, known);
  return known;
};

/** The object under a key of another one, such as the address of a record. */
export function nested(fields: Record<string, unknown>, name: string): Record<string, unknown> {
  const known = fields[name];
  if (typeof known === 'object' && known !== null) return known as Record<string, unknown>;
  const made: Record<string, unknown> = {};
  fields[name] = made;
  return made;
}
