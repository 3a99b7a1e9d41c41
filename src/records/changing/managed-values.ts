import type { ManagedObject } from '../../resources/managed/managed-object.ts';
import type { ShownObject, StoredObject } from '../../resources/record-types.ts';
import { acceptedFields, listedFields, requestName } from '../../resources/resource.ts';
import type { Values } from '../../domain/rule.ts';
import type { ChangedFields } from './changed-fields.ts';
import { inputColumns, isSame } from './input-columns.ts';

/** The columns of a new object that a request gives, or their empty values. */
export function newValues(object: ManagedObject, fields: Readonly<Record<string, unknown>>): Values {
  const names = acceptedFields(object, 'create').map(([name, field]) => requestName(name, field));
  const empty: Readonly<Record<string, unknown>> = Object.fromEntries(names.map((name) => [name, null]));
  return inputColumns(object, 'create', { ...empty, ...fields });
}

/** An object as answers show it. @param more the values that are not columns, by key. */
export function shownObject<O extends ManagedObject, User = never>(
  object: O,
  row: StoredObject<O>,
  more: Readonly<Record<string, unknown>>,
): ShownObject<O, User> {
  const columns = row as Values;
  const { created_at, updated_at } = columns;
  const id = columns[object.publicId ?? 'id'];
  const values = listedFields(object).map(([name]) => [name, name in more ? more[name] : columns[name]] as const);
  return { id, created_at, updated_at, ...Object.fromEntries(values) } as unknown as ShownObject<O, User>;
}

/** The fields that clients can change and in which an object differs from its earlier state, both as shown. */
export function shownChanges(object: ManagedObject, before: object, after: object): ChangedFields {
  const [old, now] = [before as Values, after as Values];
  return Object.fromEntries(
    acceptedFields(object, 'update').flatMap(([name]) => {
      const [from = null, to = null] = [old[name], now[name]];
      return isSame(from, to) ? [] : [[name, { from, to }] as const];
    }),
  );
}
