import type { Param } from '../../database/engine.ts';
import { beyond, type Cursor, keySql, type Listing, orderBy, type SortKey } from './keyset.ts';

/** A select of rows, with the parameters that follow the list's parameters. */
export interface Select {
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

interface Way {
  readonly order: readonly SortKey[];
  readonly cursor: Cursor | undefined;
  readonly limit: number;
}

function branch({ table, conditions }: Listing, further: readonly string[], { order, cursor, limit }: Way): string {
  return `select * from ${table} t where ${[...conditions, ...further].join(' and ')}
  ${orderBy(order, cursor?.backwards ?? false)} limit ${limit}`;
}

/**
 * An index stores rows with a value apart from rows without one. The select reads each of the two ranges
 * from the cursor on; one condition over both ranges could not use the index.
 */
function fromIndex(listing: Listing, by: { key: SortKey; id: SortKey } & Omit<Way, 'order'>): Select {
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
function starts({ order, cursor }: Way, first: number) {
  if (!cursor || cursor.keys === 'end') return { valued: 'true', empty: 'true', parameters: [] };
  const [value = null, id = null] = cursor.keys;
  if (value === null) {
    const { sql, parameters } = beyond(order.slice(1), { ...cursor, keys: [id] }, first);
    return { valued: cursor.backwards ? 'true' : null, empty: sql, parameters };
  }
  const { sql, parameters } = beyond(order, cursor, first);
  return { valued: sql, empty: cursor.backwards ? null : 'true', parameters };
}
