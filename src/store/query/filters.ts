import { resourceOf } from '../../resources/index.ts';
import type { ListField, Operator } from '../../resources/list-fields.ts';
import type { Resource } from '../../resources/resource.ts';
import type { CustomFieldType } from '../../resources/vocabulary/choices.ts';
import { ownColumn } from '../rows/select.ts';
import { type Binding, expressionOf } from './binding.ts';
import type { Expression } from './derived-values.ts';

/** A condition on a list's records. Its values are validated, in Postgres's text form; `null` means empty. */
export interface Filter {
  readonly on: ListField | CustomSubject;
  readonly operator: Operator;
  readonly values: readonly (string | null)[];
  /** Ranges that count as values of `eq`, `in` and `ne`: from the first value to before the second. */
  readonly spans?: readonly (readonly [from: string, until: string])[];
}

/** A custom field of the account. */
export interface CustomSubject {
  readonly customFieldId: string;
  readonly type: CustomFieldType;
}

/** The SQL of a filter, over `t`. */
export function conditionOf(resource: Resource, filter: Filter, binding: Binding): string {
  const { on } = filter;
  if ('customFieldId' in on) {
    const key = `${binding.hold(on.customFieldId)}::text`;
    if (on.type === 'multi_select') return ofMany(options(key), filter, binding);
    return ofOne(customExpression(key, on.type), filter, binding);
  }
  if (on.comparison === 'texts') return ofMany(lines(on), filter, binding);
  if (on.field.kind === 'references') return ofMany(links(resource, on.field), filter, binding);
  return ofOne(expressionOf(resource, on, binding), filter, binding);
}

const customTypes: Readonly<Partial<Record<CustomFieldType, string>>> = {
  number: 'numeric',
  currency: 'numeric',
  date: 'date',
  boolean: 'boolean',
};

function customExpression(key: string, fieldType: CustomFieldType): Expression {
  const type = customTypes[fieldType] ?? 'text';
  return { type, sql: `(t.custom_fields ->> ${key})::${type}` };
}

const present = (values: Filter['values']): string[] => values.filter((value) => value !== null);

/** The condition that at least one of these conditions holds. */
const anyOf = (...conditions: readonly (string | false)[]): string => {
  const said = conditions.filter((condition) => condition !== false);
  return said.length === 1 ? (said[0] ?? 'false') : `(${said.join(' or ')})`;
};

/** The condition of one operator on an expression. */
type OnOne = (expression: Expression, filter: Filter, binding: Binding) => string;

const isAnyOf: OnOne = (expression, { values, spans = [] }, binding) => {
  const named = present(values);
  return anyOf(
    named.length > 0 && isOneOf(expression, named, binding),
    named.length < values.length && `${expression.sql} is null`,
    ...spans.map((span) => isWithin(expression, span, binding)),
  );
};

const isWithin = ({ sql, type }: Expression, [from, until]: readonly [string, string], binding: Binding): string =>
  `(${sql} >= ${binding.hold(from)}::${type} and ${sql} < ${binding.hold(until)}::${type})`;

/** Uses `=` for one value: an index keeps its order behind one value, not behind a list of values. */
function isOneOf({ sql, type }: Expression, [value = '', ...more]: readonly string[], binding: Binding): string {
  // A bare condition lets an index serve it.
  if (type === 'boolean' && more.length === 0) return value === 'true' ? sql : `not ${sql}`;
  if (more.length === 0) return `${sql} = ${binding.hold(value)}::${type}`;
  return `${sql} = any(${binding.hold([value, ...more])}::${type}[])`;
}

const isOther: OnOne = ({ sql, type }, { values: [value = null], spans: [span] = [] }, binding) => {
  if (span) return `${isWithin({ sql, type }, span, binding)} is not true`;
  return value === null ? `${sql} is not null` : `${sql} is distinct from ${binding.hold(value)}::${type}`;
};

// Compares texts by code point, regardless of the database's collation.
const compared =
  (sign: string): OnOne =>
  ({ sql, type }, { values: [value = null] }, binding) =>
    `${sql}${type === 'text' ? ' collate "C"' : ''} ${sign} ${binding.hold(value)}::${type}`;

const isLike: OnOne = ({ sql }, filter, binding) => like(sql, filter, binding);

const onOne: Readonly<Record<Operator, OnOne>> = {
  eq: isAnyOf,
  in: isAnyOf,
  ne: isOther,
  gt: compared('>'),
  gte: compared('>='),
  lt: compared('<'),
  lte: compared('<='),
  contains: isLike,
  starts_with: isLike,
  is_null: ({ sql }, { values: [value] }) => (value === 'true' ? `${sql} is null` : `${sql} is not null`),
};

const ofOne: OnOne = (expression, filter, binding) => onOne[filter.operator](expression, filter, binding);

/** Matches case-insensitively. Pattern characters in the value are taken literally. */
function like(sql: string, { operator, values: [value] }: Filter, binding: Binding): string {
  const literal = (value ?? '').replace(/[\\%_]/g, '\\$&');
  const pattern = operator === 'contains' ? `%${literal}%` : `${literal}%`;
  return `lower(${sql}) like lower(${binding.hold(pattern)}::text)`;
}

/** A field that may have several values. */
interface Several {
  readonly isEmpty: string;
  /** Whether one of the field's values is among these. */
  readonly has: (values: readonly string[], binding: Binding) => string;
  /** Whether one of the field's values meets a condition. */
  readonly some: (condition: (value: string) => string) => string;
}

const lines = ({ column }: ListField): Several => {
  const sql = ownColumn(column);
  return {
    isEmpty: `coalesce(cardinality(${sql}), 0) = 0`,
    has: (values, binding) => `coalesce(${sql} && ${binding.hold(values)}::text[], false)`,
    some: (condition) => `exists (select 1 from unnest(${sql}) value where ${condition('value')})`,
  };
};

const options = (key: string): Several => {
  const sql = `t.custom_fields -> ${key}`;
  return {
    isEmpty: `(${sql}) is null`,
    has: (values, binding) => `coalesce((${sql}) ?| ${binding.hold(values)}::text[], false)`,
    some: (condition) => `exists (select 1 from jsonb_array_elements_text(${sql}) value where ${condition('value')})`,
  };
};

function links(resource: Resource, field: { readonly to: string; readonly through: string }): Several {
  const entry = `l.${resourceOf(field.to).singular}_id`;
  const linked = (condition: string) => `exists (select 1 from ${field.through} l
    where l.account_id = $1::bigint and l.${resource.singular}_id = t.id${condition})`;
  return {
    isEmpty: `not ${linked('')}`,
    has: (values, binding) => linked(` and ${entry} = any(${binding.hold(values)}::bigint[])`),
    some: (condition) => linked(` and ${condition(entry)}`),
  };
}

function ofMany(several: Several, filter: Filter, binding: Binding): string {
  const { operator, values } = filter;
  const named = present(values);
  const hasEmpty = named.length < values.length;
  switch (operator) {
    case 'ne':
      return hasEmpty ? `not (${several.isEmpty})` : `not (${several.has(named, binding)})`;
    case 'contains':
    case 'starts_with':
      return several.some((value) => like(value, filter, binding));
    case 'is_null':
      return values[0] === 'true' ? several.isEmpty : `not (${several.isEmpty})`;
    // A field with several values has no order, so only `eq` and `in` remain.
    default:
      return anyOf(named.length > 0 && several.has(named, binding), hasEmpty && several.isEmpty);
  }
}
