import { addressParts, type Field } from '../resources/fields.ts';
import {
  acceptedFields,
  columnsOf,
  ofEach,
  type Resource,
  type Row,
  requestName,
  type Value,
} from '../resources/resource.ts';
import { wireTime } from '../resources/formats.ts';
import type { Values } from '../domain/rule.ts';

type Fields = Readonly<Record<string, unknown>>;

function addressValues(name: string, value: unknown): [string, Value][] {
  const parts = (value ?? Object.fromEntries(addressParts.map((part) => [part, null]))) as Fields;
  return addressParts
    .filter((part) => part in parts)
    .map((part) => [`${name}_${part}`, (parts[part] ?? null) as Value]);
}

function columnValues(name: string, field: Field, value: unknown): [string, Value][] {
  if (field.kind === 'address') return addressValues(name, value);
  if (value === null) return [[requestName(name, field), emptyOf(field)]];
  if (field.kind === 'date_time') return [[name, wireTime(value as string)]];
  return [[requestName(name, field), value as Value]];
}

/** What a field reads as when nothing is set. */
function emptyOf(field: Field): Value {
  if (field.kind === 'references' || field.kind === 'texts' || field.kind === 'parts') return [];
  return field.empty ?? null;
}

/** What a body gives, by column; what the resource does not accept is passed over. */
export function givenValues(resource: Resource, action: 'create' | 'update', fields: Fields): Values {
  return Object.fromEntries(
    acceptedFields(resource, action).flatMap(([name, field]) => {
      const key = requestName(name, field);
      return Object.hasOwn(fields, key) && !field.secret ? columnValues(name, field, fields[key]) : [];
    }),
  );
}

/** A record of which nothing is set yet. */
export const emptyValues = ofEach(
  (resource): Values =>
    Object.fromEntries(
      columnsOf(resource).map(({ name, field }) => [name, field.kind === 'custom_fields' ? {} : emptyOf(field)]),
    ),
);

/** Equal as stored: the same text, number or boolean, or the same list or object of them. */
export function isSame(one: Value | undefined, other: Value | undefined): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return (one ?? null) === (other ?? null);
  return canonical(one) === canonical(other);
}

const canonical = (value: Value): string =>
  JSON.stringify(Array.isArray(value) ? value : Object.entries(value as object).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The part of what is given that differs from the record; at creation, the part that is not empty. */
export const differing = (given: Values, before: Row | Values): Values =>
  Object.fromEntries(Object.entries(given).filter(([column, value]) => !isSame(value, before[column])));
