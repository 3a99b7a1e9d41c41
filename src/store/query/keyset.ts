import { isDate, isDateTime } from '../../resources/vocabulary/formats.ts';
import type { Param } from '../../database/engine.ts';
import type { ListField } from '../../resources/list-fields.ts';
import type { Resource } from '../../resources/resource.ts';
import { type Binding, expressionOf } from './filters.ts';
import { quoted } from '../rows/columns.ts';
import { ownColumn } from '../rows/select.ts';

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

/** A place between two rows of an ordered list: the keys of the row beside it, or the end of the list. */
export interface Cursor {
  readonly backwards: boolean;
  readonly keys: readonly (string | null)[] | 'end';
}

/** The list that a cursor belongs to. */
export interface OrderedList {
  readonly table: string;
  readonly order: readonly SortKey[];
  /** The instant at which the list is evaluated, if the list depends on the time. */
  readonly at?: string | undefined;
}

/** A list that is read page by page. */
export interface Listing extends OrderedList {
  /** The columns that identify a row within the account. The default is `id`. */
  readonly identity?: readonly string[];
  /** Conditions over `t`; their parameters are `$1` …, the account first. */
  readonly conditions: readonly string[];
  readonly parameters: readonly Param[];
  /**
   * Builds the statement that reads the rows of a page and their `row_size`, with further columns.
   * @param page the select that picks the rows.
   * @param order the order, repeated in the outer select.
   */
  readonly select: (page: string, order: string, further: readonly string[]) => string;
  /** The keys of a fetched row. */
  readonly keysOf: (row: Record<string, unknown>) => (string | null)[];
}

const orderText = ({ table, order, at }: OrderedList): string =>
  [table, order.map(({ column, descending }) => (descending ? '-' : '') + column).join(), ...(at ? [at] : [])].join(
    ' ',
  );

/** The instant at which a cursor's list is evaluated; null if the cursor contains none. */
export function instantOf(text: string): string | null {
  const at = /"[^" ]* [^" ]* ([^" ]*)"/.exec(Buffer.from(text, 'base64url').toString('utf8'))?.[1];
  return at !== undefined && isDateTime(at) ? at : null;
}

/** The text of a cursor in a URL. */
export function cursorText({ backwards, keys }: Cursor, of: OrderedList): string {
  const parts = [backwards ? 'b' : 'f', orderText(of), ...(keys === 'end' ? [] : keys)];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Parses a cursor's text; null if it is not a cursor of this list. */
export function cursorOf(text: string, of: OrderedList): Cursor | null {
  try {
    const [way, belongs, ...keys] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown[];
    if ((way !== 'b' && way !== 'f') || belongs !== orderText(of)) return null;
    if (way === 'b' && keys.length === 0) return { backwards: true, keys: 'end' };
    const sound = keys.length === of.order.length && keys.every((key, index) => isKey(key, of.order[index]));
    return sound ? { backwards: way === 'b', keys: keys as (string | null)[] } : null;
  } catch {
    return null;
  }
}

const isNumber = (key: string): boolean => String(Number(key)) === key && Number.isFinite(Number(key));

const isInstant = (key: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/.test(key) && isDateTime(key);

/** The checks of a key's text, by type. Other types accept any text. */
const forms: Readonly<Record<string, (key: string) => boolean>> = {
  bigint: (key) => /^\d{1,18}$/.test(key),
  integer: (key) => /^-?\d{1,10}$/.test(key) && Math.abs(Number(key)) <= 2_147_483_647,
  numeric: isNumber,
  'double precision': isNumber,
  boolean: (key) => key === 'true' || key === 'false',
  date: isDate,
  timestamptz: isInstant,
  'timestamp with time zone': isInstant,
};

function isKey(key: unknown, sort: SortKey | undefined): boolean {
  if (key === null) return sort?.nullable === true;
  if (typeof key !== 'string' || !sort || key.includes('\0')) return false;
  return forms[sort.type]?.(key) ?? true;
}

/** The SQL of a key, over `t`. */
export const keySql = ({ column, sql }: SortKey): string => sql ?? `t.${column}`;

/** The `order by` clause of an order, or of its reverse. */
export function orderBy(order: readonly SortKey[], backwards: boolean): string {
  const keys = order.map((key) => {
    const { descending, nullable } = key;
    const nulls = nullable ? ` nulls ${backwards ? 'first' : 'last'}` : '';
    return `${keySql(key)} ${descending === backwards ? 'asc' : 'desc'}${nulls}`;
  });
  return `order by ${keys.join(', ')}`;
}

const sameWay = (order: readonly SortKey[]): boolean =>
  order.every(({ descending, nullable }) => descending === order[0]?.descending && !nullable);

/** The condition of the rows strictly beyond a cursor. The cursor's keys become parameters, from `$first` on. */
export function beyond(order: readonly SortKey[], cursor: Cursor, first: number): { sql: string; parameters: Param[] } {
  if (cursor.keys === 'end') return { sql: 'true', parameters: [] };
  const parameters = [...cursor.keys];
  const holder = (index: number): string => `$${first + index}::text::${order[index]?.type ?? 'text'}`;
  if (sameWay(order)) {
    const columns = order.map(keySql).join(', ');
    const comparison = order[0]?.descending === cursor.backwards ? '>' : '<';
    return { sql: `(${columns}) ${comparison} (${order.map((_, index) => holder(index)).join(', ')})`, parameters };
  }
  const steps = order.map((key, index) => {
    const equal = order.slice(0, index).map((before, at) => `${keySql(before)} is not distinct from ${holder(at)}`);
    return `(${[...equal, further(key, parameters[index] ?? null, holder(index), cursor.backwards)].join(' and ')})`;
  });
  return { sql: `(${steps.join(' or ')})`, parameters };
}

/** The condition that a key lies beyond the cursor's; nulls sort last. It always names the holder, even for nulls. */
function further(key: SortKey, value: string | null, holder: string, backwards: boolean): string {
  const column = keySql(key);
  if (value === null)
    return backwards ? `(${column} is not null and ${holder} is null)` : `(false and ${holder} is null)`;
  const comparison = `${column} ${key.descending === backwards ? '>' : '<'} ${holder}`;
  return key.nullable && !backwards ? `(${comparison} or ${column} is null)` : comparison;
}

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
