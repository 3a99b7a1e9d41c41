import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Problem } from '../../../refusal.ts';
import { addressParts, type Field } from '../../../resources/fields.ts';
import { resourceOf } from '../../../resources/index.ts';
import { acceptedFields, requestName } from '../../../resources/resource.ts';
import { addressPart, orNull, valueSchema } from '../../../schema/field-schema.ts';
import type { JsonSchema } from '../../../schema/json-schema.ts';
import { problemOf } from '../../../schema/problems.ts';
import { newSchemaCompiler } from '../../../schema/schema-compiler.ts';
import { type MappingToJudge, unknownName } from './judged.ts';
import { namesToCompare } from '../../../suggestion.ts';

/** The mistakes of the constants: unknown names, values that the field cannot have, fields that a column fills. */
export function constantProblems(judged: MappingToJudge): Problem[] {
  const { mapping, scope, comparisons, at } = judged;
  const fields = new Map(
    acceptedFields(resourceOf(scope.family), 'create').map(([name, field]) => [
      requestName(name, field),
      { name, field },
    ]),
  );
  return Object.entries(mapping.constants).flatMap(([asked, value]) => {
    const pointer = at('constants', asked);
    const found = fields.get(asked);
    if (!found)
      return [unknownName(pointer, `field of ${scope.family}`, asked, namesToCompare(comparisons, [...fields.keys()]))];
    if (found.field.kind === 'custom_fields') return customProblems(judged, value);
    return [...valueProblems(found.field, value, pointer), ...takenProblems(judged, found.name, value, pointer)];
  });
}

const compiler = newSchemaCompiler();
const validators = new Map<Field, ValidateFunction>();

function schemaOf(field: Field): JsonSchema {
  if (field.kind === 'address') return addressSchema;
  return field.required ? valueSchema(field) : orNull(valueSchema(field));
}

function valueProblems(field: Field, value: unknown, pointer: string): Problem[] {
  const validate = validators.get(field) ?? compiler.compile(schemaOf(field));
  validators.set(field, validate);
  return validate(value) ? [] : (validate.errors ?? []).flatMap((error) => problemOf(error, pointer) ?? []);
}

const addressSchema: JsonSchema = {
  type: ['object', 'null'],
  properties: Object.fromEntries(addressParts.map((part) => [part, addressPart])),
  additionalProperties: false,
};

/** The problem of a constant whose field a column fills; of an address, part by part. */
function takenProblems({ mapping }: MappingToJudge, name: string, value: unknown, pointer: string): Problem[] {
  const parts = typeof value === 'object' && value !== null ? Object.keys(value).map((part) => `${name}.${part}`) : [];
  const taken = mapping.columns.find(
    ({ to }) => to === name || parts.includes(to) || (parts.length === 0 && to.startsWith(`${name}.`)),
  );
  return taken
    ? [{ pointer, code: 'duplicate', message: `is filled by the column ${columnOf(taken.from)} already` }]
    : [];
}

const columnOf = (from: readonly unknown[]): string => JSON.stringify(from.flat()[0]);

function customProblems({ mapping, targets, comparisons, at }: MappingToJudge, value: unknown): Problem[] {
  const pointer = at('constants', 'custom_fields');
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [{ pointer, code: 'wrong_type', message: 'must be an object' }];
  const known = [...targets.values()].flatMap((target) => (target.kind === 'custom' ? [target.custom.api_name] : []));
  return Object.keys(value).flatMap((apiName): Problem[] => {
    const place = at('constants', 'custom_fields', apiName);
    if (!known.includes(apiName))
      return [unknownName(place, 'custom field', apiName, namesToCompare(comparisons, known))];
    const taken = mapping.columns.find(({ to }) => to === `custom_fields.${apiName}`);
    return taken
      ? [{ pointer: place, code: 'duplicate', message: `is filled by the column ${columnOf(taken.from)} already` }]
      : [];
  });
}
