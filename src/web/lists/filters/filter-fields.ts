import type { Field } from '../../../resources/fields.ts';
import { resourceOf } from '../../../resources/index.ts';
import {
  type Comparison,
  customComparisons,
  listFieldsOf,
  operatorsOf,
  type Operator,
} from '../../../resources/list-fields.ts';
import { requestName, type Resource } from '../../../resources/resource.ts';
import type { CustomField, FirmDirectory } from '../../data/directory.ts';
import { customKind } from '../../fields/custom-kinds.ts';
import type { FieldView } from '../../fields/field-view.ts';
import { viewOf } from '../../fields/field-views.ts';
import { labelOf } from '../../../resources/labels.ts';
import { definitionsOf } from '../../fields/page-field.ts';

/** A field by which a list can be filtered. */
export interface FilterField {
  /** The name in the query: `company_id`, `address.city`, `custom_fields[roof_type]`. */
  readonly name: string;
  readonly label: string;
  readonly field: Field;
  readonly view: FieldView;
  readonly comparison: Comparison;
  readonly nullable: boolean;
  /** Whether the values are ids of users, so that `me` is one. */
  readonly isUser: boolean;
  /** The values of a custom field that has options. */
  readonly options?: readonly string[];
}

/** The fields by which lists of a resource can be filtered, in the order of the record, custom ones last. */
export function filterFieldsOf(resource: Resource, directory: FirmDirectory): readonly FilterField[] {
  const names = new Map(Object.entries(resource.fields).map(([name, field]) => [requestName(name, field), name]));
  const own = [...listFieldsOf(resource).values()].map(({ name, field, comparison, nullable, relative }) => ({
    name,
    label: labelOf(names.get(name) ?? lastPart(name), resource.plural),
    field,
    view: viewOf(field),
    comparison,
    nullable,
    isUser: relative === 'me',
  }));
  return [...own, ...definitionsOf(resource, directory).map(customFilter)];
}

/** `address.city` → `city` */
const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** The fields that the dialog offers: those whose values people know by name. */
export const offeredFields = (fields: readonly FilterField[]): readonly FilterField[] =>
  fields.filter(
    ({ name, field }) =>
      name !== 'id' && name !== 'deleted_at' && !(field.kind === 'reference' && resourceOf(field.to).embeddedOnly),
  );

function customFilter(definition: CustomField): FilterField {
  const { api_name: apiName, field_type: type, name, options } = definition;
  const { comparison, relative } = customComparisons[type];
  return {
    name: `custom_fields[${apiName}]`,
    label: name,
    ...customKind(definition),
    comparison,
    nullable: true,
    isUser: relative === 'me',
    ...(type === 'select' || type === 'multi_select' ? { options } : {}),
  };
}

/** An operator as people choose it. Those for empty values need no value. */
export interface Offer {
  readonly operator: Operator;
  readonly words: string;
  readonly value?: 'true' | 'false';
}

/** The operators that fit a field, the most usual one first. */
export function offersOf({ field, comparison, nullable }: FilterField): readonly Offer[] {
  const fit = new Set<Operator>(operatorsOf[comparison]);
  const usual = usualOperators(field, comparison).filter((operator) => fit.has(operator));
  return [
    ...usual.map((operator) => ({ operator, words: operatorWords(operator, field) })),
    ...(nullable ? empty : []),
  ];
}

const empty: readonly Offer[] = [
  { operator: 'is_null', value: 'true', words: 'is empty' },
  { operator: 'is_null', value: 'false', words: 'is not empty' },
];

/** Times have no equality, because people do not type milliseconds. Texts with commas have no any-of. */
function usualOperators({ kind }: Field, comparison: Comparison): readonly Operator[] {
  if (kind === 'date_time') return ['gte', 'lte', 'gt', 'lt'];
  if (comparison === 'ordered') return ['gte', 'lte', 'gt', 'lt', 'eq', 'ne'];
  if (comparison === 'text' || comparison === 'texts') return ['contains', 'starts_with', 'eq', 'ne'];
  return ['in', 'ne'];
}

/** `gte` → `at least`; of a date `from`. */
export function operatorWords(operator: Operator, { kind }: Field): string {
  const isDate = kind === 'date' || kind === 'date_time';
  return (isDate ? dateWords[operator] : undefined) ?? plainWords[operator];
}

const plainWords: Readonly<Record<Operator, string>> = {
  eq: 'is',
  ne: 'is not',
  gt: 'above',
  gte: 'at least',
  lt: 'below',
  lte: 'at most',
  in: 'is',
  contains: 'contains',
  starts_with: 'starts with',
  is_null: 'is empty',
};

const dateWords: Readonly<Partial<Record<Operator, string>>> = {
  gt: 'after',
  gte: 'from',
  lt: 'before',
  lte: 'until',
};
