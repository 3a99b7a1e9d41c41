import type { Field } from '../../../../resources/fields.ts';
import { resourceOf } from '../../../../resources/index.ts';
import type { ImportedFamily } from '../../../../resources/transfer/imports.ts';
import type { Mapping, NewCustomField } from '../../../../resources/transfer/mapping.ts';
import {
  identifies,
  type MappingTarget,
  targetsOf as mappingTargets,
  withNewFields,
} from '../../../../resources/transfer/targets.ts';
import type { FirmDirectory } from '../../../data/directory.ts';
import { labelOf } from '../../../../resources/labels.ts';
import { definitionsOf } from '../../../fields/page-field.ts';

/** A field that a column can fill. */
export interface ColumnTarget {
  /** Its name in a mapping: `amount`, `address.city`, `company.name`, `custom_fields.x`. */
  readonly to: string;
  readonly label: string;
  /** Its declaration; null for the id of a record, for parts of an address and for fields of the firm. */
  readonly field: Field | null;
  /** The choices of a field of the firm. */
  readonly options: readonly string[];
  readonly isRequired: boolean;
  /** Whether its values can tell which record a row means. */
  readonly isKey: boolean;
}

export type ColumnTargets = ReadonlyMap<string, ColumnTarget>;

/** Everything that the columns of a file can fill. Fields that the mapping itself defines belong to it. */
export function targetsOf(family: ImportedFamily, directory: FirmDirectory, mapping: Mapping): ColumnTargets {
  const made = Object.entries(mapping.custom_fields).map(([apiName, field]) => {
    return [apiName, { ...field, name: labelOfMade(field) }] as const;
  });
  const fields = withNewFields(definitionsOf(resourceOf(family), directory), Object.fromEntries(made));
  const shown = [...mappingTargets(family, fields)].filter(([, target]) => isShown(target));
  return new Map(shown.map(([to, target]) => [to, columnTarget(to, target, family)]));
}

/** The name of a field that the import defines, among the fields that a column can fill. */
export const labelOfMade = ({ name }: Pick<NewCustomField, 'name'>): string => `${name} (new)`;

const isShown = (target: MappingTarget): boolean =>
  target.kind === 'part' ? target.of.kind !== 'id' : fieldOf(target)?.kind !== 'custom_fields';

const columnTarget = (to: string, target: MappingTarget, plural: string): ColumnTarget => ({
  to,
  label: labelIn(target, to, plural),
  field: fieldOf(target),
  options: target.kind === 'custom' ? target.custom.options : [],
  isRequired: isRequired(target),
  isKey: target.kind !== 'id' && identifies(target),
});

function labelIn(target: MappingTarget, to: string, plural: string): string {
  const [root = '', ...rest] = to.split('.');
  switch (target.kind) {
    case 'id':
      return 'Record id, which changes that record';
    case 'custom':
      return target.custom.name;
    case 'address':
      return `${labelOf(root, plural)}: ${labelOf(target.part)}`;
    case 'part':
      return `${labelOf(root, plural)}: ${labelIn(target.of, rest.join('.'), target.field.to)}`;
    case 'field':
    case 'reference':
      return labelOf(to, plural);
  }
}

function fieldOf(target: MappingTarget): Field | null {
  if (target.kind === 'part') return fieldOf(target.of);
  return target.kind === 'field' || target.kind === 'reference' ? target.field : null;
}

function isRequired(target: MappingTarget): boolean {
  if (target.kind === 'custom') return target.custom.required === true;
  return target.kind !== 'part' && fieldOf(target)?.required === true;
}

/** The label of a target, also of one that the mapping names by mistake. */
export const targetLabel = (targets: ColumnTargets, to: string): string => targets.get(to)?.label ?? to;
