import type { Param } from '../../database/engine.ts';
import type { Cursor, OrderedList } from './cursors.ts';
import type { SortKey } from './sort-keys.ts';

/** A list that is read page by page. */
export interface Listing extends OrderedList {
  /** The SQL of the rows to read as `t`. The default is the table. */
  readonly source?: string;
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
}

/** The SQL of a key, over `t`. */
const keySql = ({ column, sql }: SortKey): string => sql ?? `t.${column}`;

/** The `order by` clause of an order, or of its reverse. */
export function orderBy(order: readonly SortKey[], backwards: boolean): string {
  const keys = order.map((key) => {
    const { descending, nullable } = key;
    const nulls = nullable ? ` nulls ${backwards ? 'first' : 'last'}` : '';
    return `${keySql(key)} ${descending === backwards ? 'asc' : 'desc'}${nulls}`;
  });
  return `order by ${keys.join(', ')}`;
}

/** A select of rows, with the parameters that follow the list's parameters. */
interface Select {
  readonly sql: string;
  readonly parameters: readonly Param[];
}

/** Selects the rows of a list from a cursor, or from its start. */
export function keysetSelect(listing: Listing, cursor: Cursor | undefined, limit: number): Select {
  const { order, parameters } = listing;
  const [key, id] = order;
  if (order.length === 2 && key?.indexed && key.nullable && id?.column === 'id' && key.descending === id.descending) {
    return fromIndex(listing, { key, id, cursor, limit });
  }
  const start = cursor ? beyond(order, cursor, parameters.length + 1) : everything;
  return { sql: branch(listing, [start.sql], { order, cursor, limit }), parameters: start.parameters };
}

const everything: Select = { sql: 'true', parameters: [] };

interface KeysetPart {
  readonly order: readonly SortKey[];
  readonly cursor: Cursor | undefined;
  readonly limit: number;
}

function branch(
  { table, source = table, conditions }: Listing,
  further: readonly string[],
  { order, cursor, limit }: KeysetPart,
): string {
  return `select * from ${source} t where ${[...conditions, ...further].join(' and ')}
  ${orderBy(order, cursor?.backwards ?? false)} limit ${limit}`;
}

/**
 * An index stores rows with a value apart from rows without one. The select reads each of the two ranges
 * from the cursor on; one condition over both ranges could not use the index.
 */
function fromIndex(listing: Listing, by: { key: SortKey; id: SortKey } & Omit<KeysetPart, 'order'>): Select {
  const { key, id, cursor, limit } = by;
  const way = { cursor, limit, order: [{ ...key, nullable: false }, id] };
  const { valued, empty, parameters } = starts(way, listing.parameters.length + 1);
  const branches = [
    ...(valued === null ? [] : [branch(listing, [`${keySql(key)} is not null`, valued], way)]),
    ...(empty === null ? [] : [branch(listing, [`${keySql(key)} is null`, empty], way)]),
  ];
  if (branches.length === 1) return { sql: branches[0] ?? '', parameters };
  const order = orderBy(listing.order, cursor?.backwards ?? false);
  return { sql: `select * from ((${branches.join(')\n  union all (')})) t ${order} limit ${limit}`, parameters };
}

/** The start condition of each range; null if the whole range lies before the cursor. */
function starts({ order, cursor }: KeysetPart, first: number) {
  if (!cursor || cursor.keys === 'end') return { valued: 'true', empty: 'true', parameters: [] };
  const [value = null, id = null] = cursor.keys;
  if (value === null) {
    const { sql, parameters } = beyond(order.slice(1), { ...cursor, keys: [id] }, first);
    return { valued: cursor.backwards ? 'true' : null, empty: sql, parameters };
  }
  const { sql, parameters } = beyond(order, cursor, first);
  return { valued: sql, empty: cursor.backwards ? null : 'true', parameters };
}

const sameWay = (order: readonly SortKey[]): boolean =>
  order.every(({ descending, nullable }) => descending === order[0]?.descending && !nullable);

/** The condition of the rows strictly beyond a cursor. The cursor's keys become parameters, from `$first` on. */
function beyond(order: readonly SortKey[], cursor: Cursor, first: number): { sql: string; parameters: Param[] } {
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
