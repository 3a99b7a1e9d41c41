import { wireTime } from '../../resources/vocabulary/formats.ts';
import { columnsOf, type Resource, type Row, type Value } from '../../resources/resource.ts';

type Document = Readonly<Record<string, unknown>>;

const read: Readonly<Record<string, (value: unknown) => Value>> = {
  date_time: (value) => wireTime(String(value)),
  reference: String,
  references: (value) => (value as unknown[]).map(String),
};

/** Converts a row that Postgres wrote as JSON to the form of a row from a statement's columns. */
export function rowFromJson(resource: Resource, document: Document): Row {
  const row: Record<string, Value> = {};
  for (const { name, field } of columnsOf(resource)) {
    const value = document[name] ?? null;
    row[name] = value === null ? null : (read[field.kind]?.(value) ?? (value as Value));
  }
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.kind === 'parts') row[name] = (document[name] ?? []) as Value;
  }
  return { ...row, ...identityFromJson(document) };
}

/** The columns of every record. */
export function identityFromJson(document: Document) {
  const deletedAt = (document['deleted_at'] ?? null) as string | null;
  return {
    id: String(document['id']),
    version: Number(document['version'] ?? 1),
    created_at: wireTime(String(document['created_at'])),
    updated_at: wireTime(String(document['updated_at'])),
    deleted_at: deletedAt === null ? null : wireTime(deletedAt),
  };
}
