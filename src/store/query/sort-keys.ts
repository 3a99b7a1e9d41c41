import type { ListField } from '../../resources/list-fields.ts';
import type { Resource } from '../../resources/resource.ts';
import { quoted } from '../rows/columns.ts';
import { ownColumn } from '../rows/select.ts';
import { type Binding, expressionOf } from './binding.ts';

/** One key of a sort order. The keys together give a total order. Nulls sort last. */
export interface SortKey {
  /** The key's name in a fetched row. */
  readonly column: string;
  /** The key's SQL over `t`, if it is not a column. */
  readonly sql?: string;
  /** The key's Postgres type, to which a cursor's text is cast. */
  readonly type: string;
  readonly descending: boolean;
  readonly nullable: boolean;
  /** Whether an index on the account, this key and the id exists. */
  readonly indexed?: boolean;
}

/** The default order of all resources. */
export const newestFirst: readonly SortKey[] = [
  { column: 'created_at', type: 'timestamptz', descending: true, nullable: false },
  { column: 'id', type: 'bigint', descending: true, nullable: false },
];

/** A field that a list is sorted by. */
export interface SortTerm {
  readonly field: ListField;
  readonly descending: boolean;
}

/** The number of characters of a text that count for sorting. A cursor contains them. */
const counted = 100;

function sortKey(resource: Resource, { field: listed, descending }: SortTerm, binding: Binding): SortKey {
  const { name, column, field, nullable, indexed } = listed;
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
