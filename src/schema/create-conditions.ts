import { callSubjects } from '../resources/calls.ts';
import { contactIdentity } from '../resources/contacts.ts';
import { fileOwners } from '../resources/files.ts';
import { noteSubjects } from '../resources/notes.ts';
import type { JsonSchema } from './json-schema.ts';

const someText: JsonSchema = { type: 'string', pattern: '\\S' };

/** The condition that an object has these keys. It allows others, because linters report them as unknown otherwise. */
export const having = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema => ({
  properties,
  required,
  additionalProperties: true,
});

/** An object that names a record. */
const someObject: JsonSchema = { type: 'object' };

const someItems: JsonSchema = { type: 'array', items: {}, minItems: 1 };

const isList = (key: string): boolean => key.endsWith('_ids');

/** A value of a key, and the other key under which a request can name its records by objects. */
function valuesOf(key: string): [string, JsonSchema][] {
  if (isList(key)) return [key, key.replace(/_ids$/, 's')].map((name) => [name, someItems]);
  const object = key.replace(/_id$/, '');
  return object === key
    ? [[key, someText]]
    : [
        [key, someText],
        [object, someObject],
      ];
}

/**
 * Requires a value for at least one of these keys. It is a condition because generators make a type of each alternative
 * of `anyOf`, and lose the others.
 */
function oneOf(keys: readonly string[], least = 'At least one'): JsonSchema {
  const [last = '', ...others] = keys.toReversed();
  const names = others.toReversed().map((key) => `\`${key}\``);
  const [[required, value], ...alike] = valuesOf(last) as [[string, JsonSchema]];
  const without = [...others.flatMap(valuesOf), ...alike].map(([key, some]) => [key, { not: some }] as const);
  return {
    description: `${least} of ${names.join(', ')} and \`${last}\` is required.`,
    if: having(Object.fromEntries(without)),
    then: having({ [required]: value }, [required]),
  };
}

const offering: JsonSchema = {
  description: 'A field of the type `select` or `multi_select` needs options; no other type has any.',
  if: having({ field_type: { type: 'string', enum: ['select', 'multi_select'] } }, ['field_type']),
  then: having({ options: { type: 'array', items: { type: 'string' }, minItems: 1 } }, ['options']),
  else: having({ options: { maxItems: 0 } }),
};

const archiving: JsonSchema = {
  description: 'A lead with `archived_by_id` needs `archived_at`.',
  if: having({ archived_by_id: someText }, ['archived_by_id']),
  then: having({ archived_at: { type: 'string' } }, ['archived_at']),
};

/** The conditions across several fields on create, by plural, as the document describes them. */
export const createConditions: Readonly<Partial<Record<string, JsonSchema>>> = {
  calls: oneOf(callSubjects),
  contacts: oneOf(contactIdentity),
  custom_fields: offering,
  files: { ...oneOf(fileOwners, 'Exactly one'), required: ['url'] },
  leads: archiving,
  notes: oneOf(noteSubjects),
};
