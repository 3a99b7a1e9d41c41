import { isIndexed, type ListField } from '../../resources/list-fields.ts';
import type { Resource } from '../../resources/resource.ts';
import { type Binding, expressionOf } from './expressions.ts';
import { quoted } from '../rows/columns.ts';
import type { SortKey } from './keyset.ts';
import { ownColumn } from '../rows/select.ts';

/** A field that a list is sorted by. */
export interface SortTerm {
  readonly field: ListField;
  readonly descending: boolean;
}

/** The number of characters of a text that count for sorting. A cursor contains them. */
const counted = 100;

function sortKey(resource: Resource, { field: listed, descending }: SortTerm, binding: Binding): SortKey {
  const { name, column, field, nullable } = listed;
  const indexed = isIndexed(resource, name);
  if (field.folded) return { column: `${column}_folded`, type: 'text', descending, nullable, indexed };
  const { sql, type } = expressionOf(resource, listed, binding);
  if (type === 'text') {
    return { column: `by_${name}`, sql: `left(${sql}, ${counted}) collate "C"`, type, descending, nullable, indexed };
  }
  if (field.derived || field.empty !== undefined) {
    return { column: `by_${name}`, sql, type, descending, nullable, indexed };
  }
  return { column, type, descending, nullable, indexed };
}

/** The keys of an order. Ids break ties, in the direction of the last key. */
export function sortKeys(resource: Resource, terms: readonly SortTerm[], binding: Binding): readonly SortKey[] {
  // Terms after the id have no effect, and their parameters would be unused in the statement.
  const id = terms.findIndex(({ field }) => field.name === 'id');
  const keys = terms.slice(0, id < 0 ? undefined : id + 1).map((term) => sortKey(resource, term, binding));
  if (id >= 0) return keys;
  const descending = keys.at(-1)?.descending ?? false;
  return [...keys, { column: 'id', type: 'bigint', descending, nullable: false }];
}

/** The columns that a statement selects for the keys of its rows. */
export const keyColumns = (order: readonly SortKey[]): string[] =>
  order.map(({ column, sql }) => (sql === undefined ? ownColumn(column) : `${sql} as ${quoted(column)}`));
