import { addressParts, dateTime, type Field, type FieldKind, reference, text } from './fields.ts';
import { ofEach, type Resource, requestName } from './resource.ts';

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
}

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

/** A declaration with a list. */
type Listed = Pick<Resource, 'plural' | 'fields'>;

const systemFields = (resource: Listed): readonly ListField[] => [
  { name: 'id', column: 'id', field: reference(resource.plural), comparison: 'id', nullable: false },
  { name: 'created_at', column: 'created_at', field: dateTime(), comparison: 'ordered', nullable: false },
  { name: 'updated_at', column: 'updated_at', field: dateTime(), comparison: 'ordered', nullable: false },
  { name: 'deleted_at', column: 'deleted_at', field: dateTime(), comparison: 'ordered', nullable: true },
];

function ofField(name: string, field: Field): ListField[] {
  if (field.internal || field.secret) return [];
  if (field.kind === 'address') return addressParts.map((part) => ofAddress(name, part));
  const comparison = comparisons[field.kind];
  if (comparison === undefined) return [];
  const asked = requestName(name, field);
  const nullable = !(field.required ?? field.empty !== undefined);
  return [{ name: asked, column: asked, field, comparison, nullable }];
}

const ofAddress = (name: string, part: string): ListField => ({
  name: `${name}.${part}`,
  column: `${name}_${part}`,
  field: text(),
  comparison: 'text',
  nullable: true,
});

/** The fields by which lists of a resource can be filtered and sorted, by name; without its custom fields. */
export const listFieldsOf = ofEach((resource: Listed): ReadonlyMap<string, ListField> => {
  const own = Object.entries(resource.fields).flatMap(([name, field]) => ofField(name, field));
  return new Map([...systemFields(resource), ...own].map((field) => [field.name, field]));
});

/** Whether lists can sort by the field. References and fields with several values have no order. */
export const isSortable = ({ name, comparison }: ListField): boolean =>
  name === 'id' || (comparison !== 'id' && comparison !== 'ids' && comparison !== 'texts');

/** Whether the field names a user of the account, so that `me` is a value of it. */
export const namesUser = ({ name, field }: ListField): boolean =>
  field.kind === 'reference' && field.to === 'users' && name !== 'id';

/** Whether lists sorted by the field cost the same at any depth. */
export const isIndexed = (resource: Resource, name: string): boolean =>
  resource.kept === 'table' &&
  ((name === 'created_at' && resource.order === undefined) || (resource.indexed ?? []).includes(name));

/** Whether records of the resource have custom fields. */
export const hasCustomFields = (resource: Resource): boolean =>
  Object.values(resource.fields).some(({ kind }) => kind === 'custom_fields');
