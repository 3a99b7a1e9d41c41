import { addressParts, type Field } from '../resources/fields.ts';
import { resources } from '../resources/index.ts';
import { calendarFeeds } from '../resources/managed/calendar-feeds.ts';
import { apiTokens, oauthClients } from '../resources/managed/credentials.ts';
import type { ManagedObject } from '../resources/managed/managed-object.ts';
import { webhooks } from '../resources/managed/webhooks.ts';
import { columnsOf, type Resource, requestName } from '../resources/resource.ts';
import { storedText, storedValue } from './archived-values.ts';
import { customFieldValue, orNull } from './field-schema.ts';
import { closed, type JsonSchema } from './json-schema.ts';

/** The schema of a logged change of an object, by the name of its kind. No log has the name of another field. */
export function loggedSchema(name: string): JsonSchema {
  const resource = resources.find(({ plural }) => plural === name);
  const properties = resource ? loggedFields(resource) : named(others[name] ?? []);
  const custom = resource && 'custom_fields' in resource.fields ? { '^custom_fields\\.': ofCustomField } : {};
  const fields = { type: 'object', properties, patternProperties: custom, additionalProperties: false };
  return { properties: { fields } };
}

/** A revert sets the values that clients give back, so they are judged as those of a request. */
const loggedFields = (resource: Resource): Record<string, JsonSchema> =>
  Object.fromEntries(
    columnsOf(resource).flatMap(({ name, field, fieldName }): [string, JsonSchema][] => {
      if (field.kind === 'custom_fields') return [];
      if (field.kind === 'address') return addressParts.map((part) => [`${fieldName}.${part}`, ofField(field)]);
      return [[name, ofField(field)]];
    }),
  );

const ofField = (field: Field): JsonSchema =>
  field.readOnly || field.internal || field.byQuery ? ofService : change(storedValue(field));

const change = (schema: JsonSchema): JsonSchema => {
  const value = '$ref' in schema ? { anyOf: [schema, { type: 'null' }] } : orNull(schema);
  return closed({ from: value, to: value });
};

const ofCustomField = closed({ from: customFieldValue, to: customFieldValue });

const serviceValue: JsonSchema = {
  ...storedText(65_535),
  type: ['string', 'number', 'boolean', 'array', 'null'],
  maxItems: 1000,
  items: storedText(255),
};

/** A change of a value that only the service sets. */
const ofService = closed({ from: serviceValue, to: serviceValue });

const named = (names: readonly string[]): Record<string, JsonSchema> =>
  Object.fromEntries(names.map((name) => [name, ofService]));

const namesOf = ({ fields, standing }: ManagedObject): string[] => [
  ...Object.entries<Field>(fields).map(([name, field]) => requestName(name, field)),
  ...standing,
];

const numbering = ['project_number_pattern', 'project_number_next'];

/** The names of the fields in the logs of what is no resource. */
const others: Readonly<Record<string, readonly string[]>> = {
  account: ['name', 'time_zone', 'currency', 'fiscal_year_starts_month', ...numbering, 'archive', 'restored_by'],
  password_links: ['user_id', 'expires_at'],
  sessions: ['address', 'browser'],
  ...Object.fromEntries(
    [apiTokens, calendarFeeds, oauthClients, webhooks].map((object) => [object.plural, namesOf(object)]),
  ),
};

/** The names of the kinds of objects with a log of their changes. */
export const logged: readonly string[] = [...resources.map(({ plural }) => plural), ...Object.keys(others)];
