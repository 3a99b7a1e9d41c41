import { isDeepStrictEqual } from 'node:util';
import { addressParts, type Field } from '../resources/fields.ts';
import {
  acceptedFields,
  columnsOf,
  type Declaration,
  ofEach,
  type Resource,
  type Row,
  requestName,
  selectableKeys,
  type Value,
} from '../resources/resource.ts';
import { wireTime } from '../resources/vocabulary/formats.ts';
import type { Change, Values } from './rule.ts';

// The values of a record by column: as a request gives them, as a rule asks for them, and compared with stored ones.

/** The fields of a body. */
export type InputFields = Readonly<Record<string, unknown>>;

/** The values of a body, by column. Skips fields that the resource does not accept. */
export function inputColumns(declaration: Declaration, action: 'create' | 'update', fields: InputFields): Values {
  return Object.fromEntries(
    acceptedFields(declaration, action).flatMap(([name, field]) => {
      const key = requestName(name, field);
      return Object.hasOwn(fields, key) && !field.secret && !field.derived
        ? columnValues(name, field, fields[key])
        : [];
    }),
  );
}

/**
 * The values of a body for keys that answers show and the resource does not accept, without included records and the
 * figures of other records.
 */
export function ignoredInput(resource: Resource, action: 'create' | 'update', fields: InputFields): InputFields {
  const accepted = new Set(
    acceptedFields(resource, action).flatMap(([name, field]) => [name, requestName(name, field)]),
  );
  const shown = [...selectableKeys(resource), 'version', 'deleted_at'];
  const keys = shown.filter((key) => key in fields && !accepted.has(key) && !resource.fields[key]?.gathered);
  return Object.fromEntries(keys.map((key) => [key, fields[key]]));
}

function columnValues(name: string, field: Field, value: unknown): [string, Value][] {
  if (field.kind === 'address') return addressValues(name, value);
  if (value === null) return [[requestName(name, field), emptyOf(field)]];
  if (field.kind === 'date_time') return [[name, wireTime(value as string)]];
  return [[requestName(name, field), value as Value]];
}

function addressValues(name: string, value: unknown): [string, Value][] {
  const parts = (value ?? Object.fromEntries(addressParts.map((part) => [part, null]))) as InputFields;
  return addressParts
    .filter((part) => part in parts)
    .map((part) => [`${name}_${part}`, (parts[part] ?? null) as Value]);
}

/** The value of a field that is not set. */
function emptyOf(field: Field): Value {
  if (field.kind === 'references' || field.kind === 'texts' || field.kind === 'parts') return [];
  return field.empty ?? null;
}

/** A record without any value set. */
export const emptyValues = ofEach(
  (declaration: Declaration): Values =>
    Object.fromEntries(
      columnsOf(declaration).map(({ name, field }) => [name, field.kind === 'custom_fields' ? {} : emptyOf(field)]),
    ),
);

/** The input values that differ from the record; at creation, those that are not empty. */
export const changedInput = (input: Values, before: Row | Values): Values =>
  Object.fromEntries(Object.entries(input).filter(([column, value]) => !isSame(value, before[column])));

/** Equal as stored: the same text, number or boolean, or the same list or object of them. */
export const isSame = (one: Value | undefined, other: Value | undefined): boolean =>
  one === other || isDeepStrictEqual(one ?? null, other ?? null);

/** The value that a request gives for a column; `undefined` if none. At creation, `null` counts as none. */
export function inputValue<Input, Column extends keyof Input>(
  { action, input }: Pick<Change, 'action'> & { readonly input: Input },
  column: Column,
): Input[Column] | undefined {
  const value = input[column];
  return action === 'create' && value === null ? undefined : value;
}

/** Whether the change creates or updates the record, and does not delete or restore it. */
export const isWritten = ({ action }: Pick<Change, 'action'>): boolean => action === 'create' || action === 'update';

/** Whether the request gives an invalid value for one of these columns, so its intended value is unknown. */
export const isUnknown = ({ faulty }: Pick<Change, 'faulty'>, columns: readonly string[]): boolean =>
  columns.some((column) => faulty?.has(column));

/** The part of these values that differs from the record after the change. */
export function differing<Some extends Values>({ after }: { readonly after: Values }, values: Some): Partial<Some> {
  const entries = Object.entries(values).filter(([column, value]) => (after[column] ?? null) !== value);
  return Object.fromEntries(entries) as Partial<Some>;
}
