import { addressParts, type Field } from '../../../../resources/fields.ts';
import { resourceOf } from '../../../../resources/index.ts';
import { hasCustomFields } from '../../../../resources/list-fields.ts';
import { acceptedFields } from '../../../../resources/resource.ts';
import type { ImportedFamily } from '../../../../resources/transfer/imports.ts';
import type { Mapping, NewCustomField } from '../../../../resources/transfer/mapping.ts';
import type { Directory } from '../../../data/directory.ts';
import { labelOf } from '../../../fields/labels.ts';
import { definitionsOf } from '../../../fields/page-field.ts';

/** A field that a column can fill. */
export interface Target {
  /** Its name in a mapping: `amount`, `address.city`, `company.name`, `custom_fields.x`. */
  readonly to: string;
  readonly label: string;
  /** Its declaration; null for the id of a record and for fields of the firm. */
  readonly field: Field | null;
  /** The choices of a field of the firm. */
  readonly options?: readonly string[];
  readonly isRequired?: boolean;
  /** Whether its values can tell which record a row means. */
  readonly isKey: boolean;
}

export type Targets = ReadonlyMap<string, Target>;

/** Everything that the columns of a file can fill. Fields that the mapping itself defines belong to it. */
export function targetsOf(family: ImportedFamily, directory: Directory, mapping: Mapping): Targets {
  const resource = resourceOf(family);
  const own = acceptedFields(resource, 'create').flatMap(([name, field]) => ofField(name, field, family));
  const known = definitionsOf(resource, directory).map(({ api_name: apiName, name, field_type, options, required }) =>
    custom(apiName, name, { field_type, options, isRequired: required }),
  );
  const made = Object.entries(mapping.custom_fields).map(([apiName, field]) =>
    custom(apiName, labelOfMade(field), { field_type: field.field_type, options: field.options ?? [] }),
  );
  const id: Target = { to: 'id', label: 'Record id, which changes that record', field: null, isKey: false };
  return new Map([...own, ...known, ...made, id].map((target) => [target.to, target]));
}

/** The name of a field that the import defines, among the fields that a column can fill. */
export const labelOfMade = ({ name }: Pick<NewCustomField, 'name'>): string => `${name} (new)`;

/** Whether the firm can define fields of its own for the records. */
export const takesCustomFields = (family: ImportedFamily): boolean => hasCustomFields(resourceOf(family));

interface Custom {
  readonly field_type: string;
  readonly options: readonly string[];
  readonly isRequired?: boolean;
}

const custom = (apiName: string, label: string, { field_type: type, options, isRequired = false }: Custom): Target => ({
  to: `custom_fields.${apiName}`,
  label,
  field: null,
  isRequired,
  ...(options.length > 0 ? { options } : {}),
  isKey: type !== 'long_text' && type !== 'multi_select',
});

const keyless: readonly Field['kind'][] = [
  'address',
  'custom_fields',
  'texts',
  'long_text',
  'references',
  'parts',
  'boolean',
];

function ofField(name: string, field: Field, plural: string): Target[] {
  const label = labelOf(name, plural);
  const whole: Target = {
    ...{ to: name, label, field, isKey: !keyless.includes(field.kind) },
    ...(field.required ? { isRequired: true } : {}),
  };
  if (field.kind === 'custom_fields') return [];
  if (field.kind === 'address') return [whole, ...partsOfAddress(name, label)];
  return field.kind === 'reference' ? [whole, ...partsOfReference(name, field.to, label)] : [whole];
}

const partsOfAddress = (name: string, label: string): Target[] =>
  addressParts.map((part) => ({
    to: `${name}.${part}`,
    label: `${label}: ${labelOf(part)}`,
    field: null,
    isKey: true,
  }));

const whole: readonly Field['kind'][] = ['reference', 'references', 'custom_fields', 'document', 'parts'];

/** The fields of a record that a row refers to: those that name it, and those that a new one is made with. */
function partsOfReference(name: string, plural: string, label: string): Target[] {
  const resource = resourceOf(plural);
  const isNamed = resource.fields['name']?.readOnly === true;
  const fields = [
    ...(isNamed ? ([['name', resource.fields['name'] as Field]] as const) : []),
    ...acceptedFields(resource, 'create').filter(([, field]) => !field.secret && !whole.includes(field.kind)),
  ];
  const made = plural === 'users' ? fields.filter(([part]) => part === 'name' || part === 'email') : fields;
  const parts = made.flatMap(([part, field]) => ofField(part, field, plural));
  return parts.map((part) => ({
    ...part,
    to: `${name}.${part.to}`,
    label: `${label}: ${part.label}`,
    isKey: false,
    isRequired: false,
  }));
}

/** The label of a target, also of one that the mapping names by mistake. */
export const targetLabel = (targets: Targets, to: string): string => targets.get(to)?.label ?? to;
