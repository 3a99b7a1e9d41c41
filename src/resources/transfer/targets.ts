import { addressParts, type Field, text } from '../fields.ts';
import { resourceOf } from '../index.ts';
import { acceptedFields, requestName } from '../resource.ts';
import type { ImportedFamily } from './imports.ts';
import type { NewCustomField } from './mapping.ts';

/** A custom field as the account defines it, or as an import is going to. */
export interface MappableCustomField {
  readonly api_name: string;
  readonly name: string;
  readonly field_type: string;
  readonly options: readonly string[];
  readonly required?: boolean;
}

/** A target of a column: the field of a record, a part of it, or a reference. */
export type MappingTarget =
  | { readonly kind: 'id' }
  /** A value in the body. @property asked its name there. */
  | { readonly kind: 'field'; readonly asked: string; readonly field: Field }
  | { readonly kind: 'address'; readonly asked: string; readonly part: string; readonly field: Field }
  | { readonly kind: 'custom'; readonly custom: MappableCustomField }
  | { readonly kind: 'reference'; readonly name: string; readonly field: ReferenceField }
  /** A value of the record that a reference names. */
  | {
      readonly kind: 'part';
      readonly name: string;
      readonly field: ReferenceField;
      readonly part: string;
      readonly of: MappingTarget;
    };

export type ReferenceField = Extract<Field, { readonly kind: 'reference' | 'references' }>;

export type MappingTargets = ReadonlyMap<string, MappingTarget>;

/** Everything that the columns of a file can fill, by the name in `to`. */
export function targetsOf(family: ImportedFamily, customFields: readonly MappableCustomField[]): MappingTargets {
  const resource = resourceOf(family);
  const own = acceptedFields(resource, 'create').flatMap(([name, field]) => ofField(name, field));
  const custom = customFields.map(
    (one): NamedTarget => [`custom_fields.${one.api_name}`, { kind: 'custom', custom: one }],
  );
  return new Map<string, MappingTarget>([...own, ...custom, ['id', { kind: 'id' }]]);
}

type NamedTarget = readonly [name: string, target: MappingTarget];

function ofField(name: string, field: Field): readonly NamedTarget[] {
  if (field.kind === 'address') return [[name, { kind: 'field', asked: name, field }], ...partsOfAddress(name)];
  if (field.kind === 'reference' || field.kind === 'references') return ofReference(name, field);
  return [[name, { kind: 'field', asked: requestName(name, field), field }]];
}

const partsOfAddress = (name: string): NamedTarget[] =>
  addressParts.map((part) => [`${name}.${part}`, { kind: 'address', asked: name, part, field: text() }]);

function ofReference(name: string, field: ReferenceField): readonly NamedTarget[] {
  const parts = partsOf(field.to).map(
    ([part, of]): NamedTarget => [`${name}.${part}`, { kind: 'part', name, field, part, of }],
  );
  return [[name, { kind: 'reference', name, field }], ...(field.kind === 'references' ? [] : parts)];
}

/** The fields of a record that a row refers to: those that name it, and those that a new one is made with. */
function partsOf(plural: string): readonly NamedTarget[] {
  const resource = resourceOf(plural);
  const named = Object.entries(resource.fields).filter(([name, field]) => name === 'name' && field.readOnly);
  const plain = [...named, ...acceptedFields(resource, 'create')].filter(([, field]) => isPlain(field));
  const made = plural === 'users' ? plain.filter(([name]) => name === 'name' || name === 'email') : plain;
  return [['id', { kind: 'id' }], ...made.flatMap(([name, field]) => ofField(name, field))];
}

const isPlain = ({ kind, secret }: Field): boolean =>
  !secret && !['reference', 'references', 'custom_fields', 'document', 'parts'].includes(kind);

/** The references of a family, by name. */
export const referencesOf = (targets: MappingTargets): ReadonlyMap<string, ReferenceField> =>
  new Map(
    [...targets.values()].flatMap((target) =>
      target.kind === 'reference' ? [[target.name, target.field] as const] : [],
    ),
  );

/** Whether the values of a target can tell which record a row means. */
export const identifies = (target: MappingTarget): boolean => {
  if (target.kind === 'part') return false;
  if (target.kind === 'reference') return target.field.kind === 'reference';
  return target.kind !== 'field' || !['address', 'custom_fields', 'texts', 'long_text'].includes(target.field.kind);
};

/** The custom fields of the account, and those that the import defines first. One that the account has stays as it is. */
export function withNewFields(
  known: readonly MappableCustomField[],
  made: Readonly<Record<string, NewCustomField>>,
): readonly MappableCustomField[] {
  const names = new Set(known.map((custom) => custom.api_name));
  const lacking = Object.entries(made).filter(([apiName]) => !names.has(apiName));
  return [...known, ...lacking.map(([apiName, field]) => ({ api_name: apiName, options: [], ...field }))];
}
