import { isSame } from '../../domain/input.ts';
import type { Values } from '../../domain/rule.ts';
import { addressParts } from '../../resources/fields.ts';
import { type TableColumn, columnsOf, type Resource, type Row, type Value } from '../../resources/resource.ts';
import type { Directory } from '../../store/rows/directory.ts';

/** The old and the new value of each changed field, by the field's request name. */
export type ChangedFields = Readonly<Record<string, { readonly from: Value; readonly to: Value }>>;

/** The fields in which a record differs from its earlier state, without internal fields. */
export function changedFields(resource: Resource, before: Row, after: Values, directory: Directory): ChangedFields {
  return Object.fromEntries(
    columnsOf(resource).flatMap((column) => {
      if (column.field.internal) return [];
      if (column.field.kind === 'custom_fields') return customFieldChanges(before, after, directory);
      const [from, to] = [before[column.name] ?? null, after[column.name] ?? null];
      return isSame(from, to) ? [] : [[wireName(column), { from, to }]];
    }),
  );
}

function customFieldChanges(
  before: Values,
  after: Values,
  directory: Directory,
): [string, { from: Value; to: Value }][] {
  const [from, to] = [before, after].map((values) => (values['custom_fields'] ?? {}) as Record<string, Value>);
  return [...directory.entries('custom_fields').values()].flatMap(
    (definition): [string, { from: Value; to: Value }][] => {
      const [old, now] = [from?.[definition.id] ?? null, to?.[definition.id] ?? null];
      return isSame(old, now) ? [] : [[`custom_fields.${definition.api_name}`, { from: old, to: now }]];
    },
  );
}

/** The name by which the history shows a column: `address.city`. */
export function wireName({ name, field, fieldName }: TableColumn): string {
  const part = addressParts.find((known) => name === `${fieldName}_${known}`);
  return field.kind === 'address' && part ? `${fieldName}.${part}` : name;
}
