import { calendarFeeds } from '../resources/managed/calendar-feeds.ts';
import { apiTokens, oauthClients } from '../resources/managed/credentials.ts';
import { eventTypes, eventTypesInWords } from '../resources/events.ts';
import type { Field } from '../resources/fields.ts';
import { resourceOf } from '../resources/index.ts';
import type { ManagedObject } from '../resources/managed/managed-object.ts';
import { acceptedFields, listedFields, requestName } from '../resources/resource.ts';
import { webhooks } from '../resources/managed/webhooks.ts';
import { greatestNumber, longestPattern } from '../resources/vocabulary/project-number.ts';
import { anyText, orNull, valueSchema, wordsOf, nameSchema } from './field-schema.ts';
import { described, ignored, type JsonSchema, text, textForm, textOrNull } from './json-schema.ts';
import { mostKeys } from './sizes.ts';
import { identity, schemaName, schemaReference } from './record-schemas.ts';

/** The request schema of an object that is no resource. @param shown the response keys, ignored unless accepted. */
const asked = (
  description: string,
  shown: readonly string[],
  accepted: Record<string, JsonSchema>,
  required: readonly string[] = [],
): JsonSchema =>
  described(description, { ...Object.fromEntries(shown.map((name) => [name, ignored])), ...accepted }, required);

type Properties = Record<string, JsonSchema>;

/** The schema of a value in answers: its type without the limits of requests. */
function shown(field: Field): JsonSchema {
  if (field.kind === 'reference') {
    return { ...schemaReference(`${schemaName(resourceOf(field.to).singular)}Embedded`), ...wordsOf(field) };
  }
  const { type, format, items } = valueSchema(field);
  const schema = { type, ...(format === undefined ? {} : { format }), ...(items === undefined ? {} : { items }) };
  const { required, filled, derived, secret, kind } = field;
  const isPresent = required ?? filled ?? derived ?? secret ?? kind === 'texts';
  return { ...(isPresent ? schema : orNull(schema)), ...wordsOf(field) };
}

/** The schema of a value in requests. A function of `records` checks the form of references and of secrets. */
function given(field: Field): JsonSchema {
  const { pattern, ...rest } = valueSchema(field);
  const isChecked = field.kind === 'reference' || field.secret;
  const schema = isChecked || pattern === undefined ? rest : { ...rest, pattern };
  const description = field.asked ?? field.description;
  return { ...(field.required || field.settable ? schema : orNull(schema)), description };
}

const properties = (fields: ReturnType<typeof listedFields>): Properties =>
  Object.fromEntries(fields.map(([name, field]) => [name, shown(field)]));

function requestSchema(object: ManagedObject, action: 'create' | 'update', description: string): JsonSchema {
  const accepted = acceptedFields(object, action);
  const ignorable = Object.entries(object.fields).filter(([, field]) => field.secret && field.readOnly);
  const keys = [...Object.keys(identity), ...[...listedFields(object), ...ignorable].map(([name]) => name)];
  const schemas = accepted.map(([name, field]): [string, JsonSchema] => [requestName(name, field), given(field)]);
  const required = action === 'create' ? accepted.filter(([, field]) => field.required).map(([name]) => name) : [];
  return asked(description, keys, Object.fromEntries(schemas), required);
}

/** The schemas of an object: in answers, with its secret, and in requests. */
function schemasOf(object: ManagedObject): Record<string, JsonSchema> {
  const { words, singular, publicId } = object;
  const name = schemaName(singular);
  const id = { type: 'string', format: 'uuid', description: `The id of the ${singular}: a UUID.` };
  const keys = { ...identity, ...(publicId === undefined ? {} : { id }), ...properties(listedFields(object)) };
  const secret = properties(Object.entries(object.fields).filter(([, field]) => field.secret));
  return {
    [name]: described(words.shown, keys),
    [`${name}Made`]: described(words.made, { ...keys, ...secret }),
    [`${name}Create`]: requestSchema(object, 'create', words.create),
    ...(words.update === undefined ? {} : { [`${name}Update`]: requestSchema(object, 'update', words.update) }),
  };
}

/** The schemas whose single responses have an `ETag`. */
export const managedRecords: readonly string[] = [apiTokens, calendarFeeds, oauthClients, webhooks].flatMap(
  ({ singular }) => [schemaName(singular), `${schemaName(singular)}Made`],
);

/** The schemas of credentials. */
export const credentialSchemas: Readonly<Record<string, JsonSchema>> = {
  ...schemasOf(apiTokens),
  ...schemasOf(calendarFeeds),
  ...schemasOf(oauthClients),
};

/** The schemas of webhooks, the endpoints of messages. */
export const webhookSchemas: Readonly<Record<string, JsonSchema>> = {
  WebhookEventType: { type: 'string', enum: eventTypes, description: eventTypesInWords },
  ...schemasOf(webhooks),
};

const timeZone = 'The time zone in which days begin and end: an IANA name such as `America/Chicago`.';
const currency = 'The currency of all amounts: an ISO 4217 code such as `USD`.';

const pattern =
  'The pattern of the numbers of new projects: text with one counter, such as `{###}` for at least three digits, and at ' +
  'most one year, `{YY}` or `{YYYY}`. `{YY}-{###}` makes 26-031. A project that is created without a `project_number` ' +
  'gets the next one. `null` if projects get no number.';

const account = {
  ...identity,
  name: { ...text, description: 'The name of the firm.' },
  time_zone: { ...text, description: timeZone },
  currency: { ...text, description: currency },
  project_number_pattern: { ...textOrNull, description: pattern },
};

const fiscalYear =
  "The month in which the firm's fiscal year begins, 1 to 12. Fiscal quarters begin every three months from it. " +
  'The default is 1, January.';

/** The schemas of the account's settings. */
export const accountSchemas: Readonly<Record<string, JsonSchema>> = {
  Account: described('The account: the firm and its settings.', account),
  AccountRead: described(
    'The account, with the settings that `include` names.',
    { ...account, fiscal_year_starts_month: { type: 'integer', description: fiscalYear } },
    Object.keys(account),
  ),
  AccountUpdate: asked('The settings of the account that change.', Object.keys(account), {
    name: { ...nameSchema, description: 'The name of the firm.' },
    time_zone: { type: 'string', maxLength: 255, format: 'time-zone', description: timeZone },
    currency: { type: 'string', maxLength: 255, format: 'currency', description: currency },
    fiscal_year_starts_month: {
      type: 'integer',
      minimum: 1,
      maximum: 12,
      description: `${fiscalYear} A change is 409 with the code \`in_use\` if goals would no longer begin a period.`,
    },
    project_number_pattern: {
      type: ['string', 'null'],
      maxLength: longestPattern,
      pattern: anyText,
      [textForm]: 'key',
      description: pattern,
    },
    project_number_next: {
      type: 'integer',
      minimum: 1,
      maximum: greatestNumber,
      description:
        'The counted number that the next project gets: 31 for 26-031. With another pattern, it is one above the greatest ' +
        'of the year that fits, unless the request gives it. Answers show it at `/account/project_numbers`.',
    },
  }),
  ProjectNumbers: described('The number of the next project.', {
    pattern: { ...textOrNull, description: 'The pattern; `null` if the account has none.' },
    next: { type: ['integer', 'null'], description: 'The counted number; `null` without a pattern.' },
    project_number: { ...textOrNull, description: 'The number of the next project; `null` without a pattern.' },
  }),
};

const preferences: JsonSchema = {
  type: 'object',
  additionalProperties: true,
  description: 'The preferences of a user. Programs choose the keys and the values.',
};

/** The schemas of the preferences of a user. */
export const preferenceSchemas: Readonly<Record<string, JsonSchema>> = {
  Preferences: preferences,
  PreferencesUpdate: {
    ...preferences,
    maxProperties: mostKeys,
    description:
      'The preferences to change: objects merge key by key, and `null` removes a key. All preferences together have at ' +
      'most 65,536 bytes of JSON.',
  },
};
