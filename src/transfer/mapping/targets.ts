import { addressParts, type Field, text } from '../../resources/fields.ts';
import { resourceOf } from '../../resources/index.ts';
import { acceptedFields, requestName } from '../../resources/resource.ts';
import type { ImportedFamily } from '../../resources/transfer/imports.ts';
import type { CustomField } from './scope.ts';

/** What a column can fill: the field of a record, a part of it, or a reference. */
export type Target =
  | { readonly kind: 'id' }
  /** A value in the body. @property asked its name there. */
  | { readonly kind: 'field'; readonly asked: string; readonly field: Field }
  | { readonly kind: 'address'; readonly asked: string; readonly part: string; readonly field: Field }
  | { readonly kind: 'custom'; readonly custom: CustomField }
  | { readonly kind: 'reference'; readonly name: string; readonly field: ReferenceField }
  /** A value of the record that a reference names. */
  | {
      readonly kind: 'part';
      readonly name: string;
      readonly field: ReferenceField;
      readonly part: string;
      readonly of: Target;
    };

export type ReferenceField = Extract<Field, { readonly kind: 'reference' | 'references' }>;

export type Targets = ReadonlyMap<string, Target>;

/** Everything that the columns of a file can fill, by the name in `to`. */
export function targetsOf(family: ImportedFamily, customFields: readonly CustomField[]): Targets {
  const resource = resourceOf(family);
  const own = acceptedFields(resource, 'create').flatMap(([name, field]) => ofField(name, field));
  const custom = customFields.map((one): Named => [`custom_fields.${one.api_name}`, { kind: 'custom', custom: one }]);
  return new Map<string, Target>([['id', { kind: 'id' }], ...own, ...custom]);
}

type Named = readonly [name: string, target: Target];

function ofField(name: string, field: Field): readonly Named[] {
  if (field.kind === 'address') return [[name, { kind: 'field', asked: name, field }], ...partsOfAddress(name)];
  if (field.kind === 'reference' || field.kind === 'references') return ofReference(name, field);
  return [[name, { kind: 'field', asked: requestName(name, field), field }]];
}

const partsOfAddress = (name: string): Named[] =>
  addressParts.map((part) => [`${name}.${part}`, { kind: 'address', asked: name, part, field: text() }]);

function ofReference(name: string, field: ReferenceField): readonly Named[] {
  const parts = partsOf(field.to).map(
    ([part, of]): Named => [`${name}.${part}`, { kind: 'part', name, field, part, of }],
  );
  return [[name, { kind: 'reference', name, field }], ...(field.kind === 'references' ? [] : parts)];
}

/** The fields of a record that a row refers to: those that name it, and those that a new one is made with. */
function partsOf(plural: string): readonly Named[] {
  const resource = resourceOf(plural);
  const named = Object.entries(resource.fields).filter(([name, field]) => name === 'name' && field.readOnly);
  const plain = [...named, ...acceptedFields(resource, 'create')].filter(([, field]) => isPlain(field));
  const made = plural === 'users' ? plain.filter(([name]) => name === 'name' || name === 'email') : plain;
  return [['id', { kind: 'id' }], ...made.flatMap(([name, field]) => ofField(name, field))];
}

const isPlain = ({ kind, secret }: Field): boolean =>
  !secret && !['reference', 'references', 'custom_fields', 'document', 'parts'].includes(kind);

/** The references of a family, by name. */
export const referencesOf = (targets: Targets): ReadonlyMap<string, ReferenceField> =>
  new Map(
    [...targets.values()].flatMap((target) =>
      target.kind === 'reference' ? [[target.name, target.field] as const] : [],
    ),
  );
