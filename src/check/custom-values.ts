import type { CustomFieldType } from '../resources/vocabulary/choices.ts';
import type { Resource, Row, Value } from '../resources/resource.ts';
import type { Directory } from '../store/rows/directory.ts';

/** The custom fields of a record that are not defined for its kind, or hold a value of another type. */
export function customValueFaults(resource: Resource, row: Row, directory: Directory): string[] {
  if (!('custom_fields' in resource.fields)) return [];
  const definitions = directory.entries('custom_fields');
  return Object.entries((row['custom_fields'] ?? {}) as Readonly<Record<string, Value>>).flatMap(([id, value]) => {
    const definition = definitions.get(id);
    if (definition?.model !== resource.singular) {
      return [`It has a value of custom field ${id}, which is not defined for ${resource.plural}.`];
    }
    const fault = holds[definition.field_type](value, directory);
    return fault === null ? [] : [`Its custom field ${definition.api_name} ${fault}`];
  });
}

type Holds = (value: Value, directory: Directory) => string | null;

const ofType =
  (type: string): Holds =>
  (value) =>
    typeof value === type ? null : `holds a ${typeof value} instead of a ${type}.`;

const texts: Holds = (value) =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? null : 'does not hold a list of texts.';

const text = ofType('string');

/** A user who has left the firm may still stand in a field. */
const user: Holds = (value, directory) => {
  if (typeof value !== 'string') return text(value, directory);
  return directory.entries('users').has(value) ? null : `names user ${value}, who is not of this account.`;
};

const holds: Readonly<Record<CustomFieldType, Holds>> = {
  text,
  long_text: text,
  url: text,
  date: text,
  boolean: ofType('boolean'),
  number: ofType('number'),
  currency: ofType('number'),
  select: text,
  multi_select: texts,
  user,
};
