import { addressParts, dateTime, type Field, type FieldKind, reference, text } from './fields.ts';
import { isReference, ofEach, type Resource, requestName } from './resource.ts';
import type { CustomFieldType } from './vocabulary/choices.ts';

/** How values of a field compare. It determines the filters and sorts of lists. */
export type Comparison = 'text' | 'texts' | 'ordered' | 'plain' | 'id' | 'ids';

/** A field by which lists of a resource can be filtered and sorted. */
export interface ListField {
  /** The name in a query: `bid_due_date`, `company_id`, `address.city`. */
  readonly name: string;
  /** The column of the field. A derived field is not stored and has only this name. */
  readonly column: string;
  readonly field: Field;
  readonly comparison: Comparison;
  readonly nullable: boolean;
  /** Whether lists can sort by the field. References and fields with several values have no order. */
  readonly sortable: boolean;
  /** Whether lists sorted by the field cost the same at any depth. */
  readonly indexed: boolean;
  /** The relative values that its filters take, if any. */
  readonly relative: RelativeKind | undefined;
}

/** `me` stands for the acting user, `today`, `today-30` and so on for a day. */
export type RelativeKind = 'me' | 'day';

export const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'contains', 'starts_with', 'is_null'] as const;

export type Operator = (typeof operators)[number];

const always = ['eq', 'ne', 'in', 'is_null'] as const;
const order = ['gt', 'gte', 'lt', 'lte'] as const;
const spelling = ['contains', 'starts_with'] as const;

/** The operators for each comparison. */
export const operatorsOf: Readonly<Record<Comparison, readonly Operator[]>> = {
  text: [...always, ...order, ...spelling],
  texts: [...always, ...spelling],
  ordered: [...always, ...order],
  plain: always,
  id: always,
  ids: always,
};

/** The comparison of each kind. Lists ignore the other kinds, which are not values of the record itself. */
const comparisons: Readonly<Partial<Record<string, Comparison>>> = {
  text: 'text',
  long_text: 'text',
  url: 'text',
  email: 'text',
  texts: 'texts',
  count: 'ordered',
  cents: 'ordered',
  amount: 'ordered',
  fraction: 'ordered',
  date: 'ordered',
  date_time: 'ordered',
  boolean: 'plain',
  choice: 'plain',
  entry_key: 'plain',
  reference: 'id',
  references: 'ids',
} satisfies Partial<Record<FieldKind, Comparison>>;

/** How the values of each type of custom fields compare, and the relative values that their filters take. */
export const customComparisons: Readonly<
  Record<CustomFieldType, Pick<ListField, 'comparison'> & Partial<Pick<ListField, 'relative'>>>
> = {
  text: { comparison: 'text' },
  long_text: { comparison: 'text' },
  url: { comparison: 'text' },
  number: { comparison: 'ordered' },
  currency: { comparison: 'ordered' },
  date: { comparison: 'ordered', relative: 'day' },
  boolean: { comparison: 'plain' },
  select: { comparison: 'plain' },
  multi_select: { comparison: 'plain' },
  user: { comparison: 'id', relative: 'me' },
};

/** A declaration with a list. */
type ListedDeclaration = Pick<Resource, 'plural' | 'fields'> & Partial<Pick<Resource, 'kept' | 'order' | 'indexed'>>;

type OwnFacts = Omit<ListField, 'sortable' | 'indexed' | 'relative'>;

/** The field with all that follows from its name, kind and comparison. */
export const listField = (own: OwnFacts, indexed = false): ListField => ({
  ...own,
  sortable: own.name === 'id' || !unordered.has(own.comparison),
  indexed,
  relative: relativeKindOf(own),
});

function relativeKindOf({ name, field }: OwnFacts): RelativeKind | undefined {
  if (isReference(field) && field.to === 'users' && name !== 'id') return 'me';
  return field.kind === 'date' || field.kind === 'date_time' ? 'day' : undefined;
}

const unordered: ReadonlySet<Comparison> = new Set(['id', 'ids', 'texts']);

const systemFields = (resource: ListedDeclaration): readonly OwnFacts[] => [
  { name: 'id', column: 'id', field: reference(resource.plural), comparison: 'id', nullable: false },
  { name: 'created_at', column: 'created_at', field: dateTime(), comparison: 'ordered', nullable: false },
  { name: 'updated_at', column: 'updated_at', field: dateTime(), comparison: 'ordered', nullable: false },
  { name: 'deleted_at', column: 'deleted_at', field: dateTime(), comparison: 'ordered', nullable: true },
];

function ofField(name: string, field: Field): OwnFacts[] {
  if (field.internal || field.secret || field.gathered) return [];
  if (field.kind === 'address') return addressParts.map((part) => ofAddress(name, part));
  const comparison = comparisons[field.kind];
  if (comparison === undefined) return [];
  const asked = requestName(name, field);
  const nullable = !(field.required ?? field.empty !== undefined);
  return [{ name: asked, column: asked, field, comparison, nullable }];
}

const ofAddress = (name: string, part: string): OwnFacts => ({
  name: `${name}.${part}`,
  column: `${name}_${part}`,
  field: text(),
  comparison: 'text',
  nullable: true,
});

/** The fields by which lists of a resource can be filtered and sorted, by name; without its custom fields. */
export const listFieldsOf = ofEach((resource: ListedDeclaration): ReadonlyMap<string, ListField> => {
  const own = Object.entries(resource.fields).flatMap(([name, field]) => ofField(name, field));
  return new Map(
    [...systemFields(resource), ...own].map((field) => [field.name, listField(field, isIndexed(resource, field.name))]),
  );
});

const isIndexed = ({ kept, order: own, indexed = [] }: ListedDeclaration, name: string): boolean =>
  kept === 'table' && ((name === 'created_at' && own === undefined) || indexed.includes(name));

/** Whether records of the resource have custom fields. */
export const hasCustomFields = ofEach((resource: Resource): boolean =>
  Object.values(resource.fields).some(({ kind }) => kind === 'custom_fields'),
);
