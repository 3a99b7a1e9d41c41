import type { Engine, Param } from './engine.ts';
import { type Cursor, orderBy, type OrderedList } from './keyset.ts';
import { readRows } from './packed-rows.ts';
import { pickedFrom } from './picked.ts';

/** Which part of a list is wanted: from a cursor (none: from the start), or the page of a number. */
export interface Window {
  readonly perPage: number;
  readonly page?: number | undefined;
  readonly cursor?: Cursor | undefined;
}

/** A list to be read in parts. */
export interface Listing extends OrderedList {
  /** Over `t`; their parameters are `$1` … */
  readonly conditions: readonly string[];
  readonly parameters: readonly Param[];
  /** The statement around the page: from the page's own select, the order to be said again, and further columns. */
  readonly select: (page: string, order: string, further: readonly string[]) => string;
  /** The keys of a row that was read. */
  readonly keysOf: (row: Record<string, unknown>) => (string | null)[];
}

/** Where else in the list one may go from here. */
export type Place = { readonly cursor: Cursor } | { readonly page: number } | 'start';

export interface Page {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** None when the whole list fits on this page. */
  readonly links: Readonly<Partial<Record<'first' | 'prev' | 'next' | 'last', Place>>>;
}

/** Up to here the rows of a list are counted for a link to its last page. */
const countable = 10_000;

// A limit stands in the text of its statement: as a parameter it would have every page planned anew.

async function pageFrom(engine: Engine, listing: Listing, window: Window): Promise<Page> {
  const { perPage, cursor } = window;
  const backwards = cursor?.backwards ?? false;
  const picked = pickedFrom(listing, cursor, perPage + 1);
  const text = listing.select(picked.sql, orderBy(listing.order, false), []);
  const found = await readRows(engine, text, [...listing.parameters, ...picked.parameters]);
  const more = found.length > perPage;
  const first = backwards && more ? 1 : 0;
  const rows = found.slice(first, first + perPage);
  return { rows, links: linksAround(listing, window, rows, more) };
}

const end: Cursor = { backwards: true, keys: 'end' };

/** @param more whether there are rows beyond the page in the direction in which it was read. */
function linksAround(listing: Listing, { cursor }: Window, rows: Page['rows'], more: boolean): Page['links'] {
  const backwards = cursor?.backwards ?? false;
  const before = backwards ? more : cursor !== undefined;
  const after = backwards ? cursor?.keys !== 'end' : more;
  if (!before && !after) return {};
  const beside = (row: Record<string, unknown> | undefined, back: boolean): Place => {
    if (row) return { cursor: { backwards: back, keys: listing.keysOf(row) } };
    return back ? { cursor: end } : 'start';
  };
  return {
    first: 'start',
    ...(before ? { prev: beside(rows[0], true) } : {}),
    ...(after ? { next: beside(rows.at(-1), false) } : {}),
    last: { cursor: end },
  };
}

/** One statement serves all pages but the first, which is planned for its few rows and then kept. */
function before(page: number, perPage: number, first: number): { sql: string; parameters: Param[] } {
  if (page === 1) return { sql: '', parameters: [] };
  return { sql: ` offset $${first}::bigint`, parameters: [(BigInt(page - 1) * BigInt(perPage)).toString()] };
}

async function numberedPage(engine: Engine, listing: Listing, perPage: number, page: number): Promise<Page> {
  const found = await rowsOfPage(engine, listing, perPage, page);
  // Beyond the end no row tells how many there are, so that the first one has to.
  const [told] = found.length > 0 || page === 1 ? found : await rowsOfPage(engine, listing, 1, 1);
  const total = told ? Number(told['page_total']) : 0;
  const last = total <= countable ? Math.max(1, Math.ceil(total / perPage)) : null;
  return { rows: found.slice(0, perPage), links: linksByNumber(page, found.length > perPage, last) };
}

/** The rows of a page and one more, each with how many there are on all pages as far as they are counted. */
async function rowsOfPage(engine: Engine, listing: Listing, perPage: number, page: number) {
  const { table, conditions, parameters, order } = listing;
  const where = `where ${conditions.join(' and ')}`;
  const skipped = before(page, perPage, parameters.length + 1);
  const picked = `select *, (select count(*)::integer from (
    select 1 from ${table} t ${where} limit ${countable + 1}) counted) as page_total
  from ${table} t ${where} ${orderBy(order, false)} limit ${perPage + 1}${skipped.sql}`;
  const text = listing.select(picked, orderBy(order, false), ['t.page_total']);
  return readRows(engine, text, [...parameters, ...skipped.parameters]);
}

/** @param last null where it is not known. */
function linksByNumber(page: number, more: boolean, last: number | null): Page['links'] {
  if (page === 1 && !more) return {};
  return {
    first: { page: 1 },
    ...(page > 1 ? { prev: { page: Math.min(page - 1, last ?? page) } } : {}),
    ...(more ? { next: { page: page + 1 } } : {}),
    ...(last === null ? {} : { last: { page: last } }),
  };
}

/** The statement around a page of rows that are shown as they are kept. @param columns over `t`. */
export const selecting =
  (columns: string): Listing['select'] =>
  (page, order, further) =>
    `select ${[columns, ...further].join(', ')} from (${page}) t ${order}`;

/** Reads one part of a list, by one statement. */
export const readPage = (engine: Engine, listing: Listing, window: Window): Promise<Page> =>
  window.page === undefined
    ? pageFrom(engine, listing, window)
    : numberedPage(engine, listing, window.perPage, window.page);
