import type { Engine, Param } from '../../database/engine.ts';
import { queryRefusal, type Refusal } from '../../refusal.ts';
import { readRows } from '../cache/packed-rows.ts';
import { type Cursor, cursorOf, cursorText } from './cursors.ts';
import { keysetSelect, type Listing, orderBy } from './keyset.ts';

/** The part of a list that a client requests, with the cursor as the service issued it. */
export interface PageRequest {
  readonly perPage: number;
  readonly page?: number | undefined;
  readonly cursor?: string | undefined;
}

/** The query parameters of a link to another page; no parameters link to the first page. */
export type PageLink = Readonly<Partial<Record<'cursor' | 'page', string>>>;

/** A page of a list, with links to the other pages, if there are any. */
export interface ListPage<Entry> {
  readonly entries: readonly Entry[];
  readonly links: Readonly<Record<string, PageLink>>;
  /** The number of entries on all pages, if the client requested it. */
  readonly total?: number;
}

/** The page with each entry mapped. */
export const mapped = <Entry, Made>(page: ListPage<Entry>, make: (entry: Entry) => Made): ListPage<Made> => ({
  ...page,
  entries: page.entries.map(make),
});

/**
 * Reads the requested page of a list: the page after a cursor, a numbered page, or by default the first page.
 * @throws {Refusal} `invalid_query` for a cursor of another list.
 */
export async function readPage<Row>(engine: Engine, listing: Listing, asked: PageRequest): Promise<ListPage<Row>> {
  const { perPage, page, cursor } = asked;
  if (cursor === undefined && page !== undefined) return await numberedPage(engine, listing, perPage, page);
  return await pageFrom(engine, listing, perPage, cursor === undefined ? undefined : placeOf(cursor, listing));
}

function placeOf(text: string, listing: Listing): Cursor {
  const place = cursorOf(text, listing);
  if (!place) throw invalid('is not a cursor of this list');
  return place;
}

const invalid = (message: string): Refusal => queryRefusal([{ parameter: 'cursor', code: 'not_allowed', message }]);

/** The limit of counting the rows of a list for the link to its last page. */
const countable = 10_000;

// A limit is part of the statement's text: as a parameter, it would make Postgres plan every page anew.

async function pageFrom<Row>(
  engine: Engine,
  listing: Listing,
  perPage: number,
  cursor: Cursor | undefined,
): Promise<ListPage<Row>> {
  const backwards = cursor?.backwards ?? false;
  const picked = keysetSelect(listing, cursor, perPage + 1);
  const text = listing.select(picked.sql, orderBy(listing.order, false), []);
  const found = await readRows(engine, text, [...listing.parameters, ...picked.parameters]);
  const more = found.length > perPage;
  const first = backwards && more ? 1 : 0;
  const rows = found.slice(first, first + perPage);
  return { entries: rows as Row[], links: linksAround(listing, cursor, rows, more) };
}

type PageLinks = ListPage<never>['links'];

type Fetched = Readonly<Record<string, unknown>>;

const end: Cursor = { backwards: true, keys: 'end' };

/** @param more whether more rows follow the page in the direction of reading. */
function linksAround(listing: Listing, cursor: Cursor | undefined, rows: readonly Fetched[], more: boolean): PageLinks {
  const backwards = cursor?.backwards ?? false;
  const before = backwards ? more : cursor !== undefined;
  const after = backwards ? cursor?.keys !== 'end' : more;
  if (!before && !after) return {};
  const last = { cursor: cursorText(end, listing) };
  const beside = (row: Fetched | undefined, back: boolean): PageLink => {
    if (row) return { cursor: cursorText({ backwards: back, keys: keysOf(row, listing) }, listing) };
    return back ? last : {};
  };
  return {
    first: {},
    ...(before ? { prev: beside(rows[0], true) } : {}),
    ...(after ? { next: beside(rows.at(-1), false) } : {}),
    last,
  };
}

type KeyValue = string | number | boolean | null;

/** The keys of a fetched row, as a cursor has them. */
const keysOf = (row: Fetched, { order }: Listing): (string | null)[] =>
  order.map(({ column }) => keyText((row[column] ?? null) as KeyValue));

const keyText = (value: KeyValue): string | null => (value === null ? null : String(value));

/** The `offset` of a page. The first page has its own statement, whose plan for few rows is kept; others share one. */
function before(page: number, perPage: number, first: number): { sql: string; parameters: Param[] } {
  if (page === 1) return { sql: '', parameters: [] };
  return { sql: ` offset $${first}::bigint`, parameters: [(BigInt(page - 1) * BigInt(perPage)).toString()] };
}

async function numberedPage<Row>(
  engine: Engine,
  listing: Listing,
  perPage: number,
  page: number,
): Promise<ListPage<Row>> {
  const found = await rowsOfPage(engine, listing, perPage, page);
  // A page beyond the end has no row with the total, so the list's first row gives it.
  const [told] = found.length > 0 || page === 1 ? found : await rowsOfPage(engine, listing, 1, 1);
  const total = told ? Number(told['page_total']) : 0;
  const last = total <= countable ? Math.max(1, Math.ceil(total / perPage)) : null;
  return { entries: found.slice(0, perPage) as Row[], links: linksByNumber(page, found.length > perPage, last) };
}

/**
 * The rows of a page and one more, each with the total number of rows up to the counting limit. The statement first
 * picks the page's ids, which an index of the order has, and then reads only their rows.
 */
async function rowsOfPage(engine: Engine, listing: Listing, perPage: number, page: number) {
  const { table, source = table, conditions, parameters, order, identity = ['id'] } = listing;
  const where = `where ${conditions.join(' and ')}`;
  const skipped = before(page, perPage, parameters.length + 1);
  const picked = `select t.*, (select count(*)::integer from (
    select 1 from ${source} t ${where} limit ${countable + 1}) counted) as page_total
  from (select ${identity.map((name) => `t.${name}`).join(', ')} from ${source} t ${where} ${orderBy(order, false)} limit ${perPage + 1}${skipped.sql}) picked
  join ${source} t on t.account_id = $1::bigint and ${identity.map((name) => `t.${name} = picked.${name}`).join(' and ')}`;
  const text = listing.select(picked, orderBy(order, false), ['t.page_total']);
  return readRows(engine, text, [...parameters, ...skipped.parameters]);
}

/** The links around a page by its number. @param last the number of the last page; null if it is unknown. */
export function linksByNumber(page: number, more: boolean, last: number | null): PageLinks {
  if (page === 1 && !more) return {};
  const to = (number: number): PageLink => ({ page: String(number) });
  return {
    first: to(1),
    ...(page > 1 ? { prev: to(Math.min(page - 1, last ?? page)) } : {}),
    ...(more ? { next: to(page + 1) } : {}),
    ...(last === null ? {} : { last: to(last) }),
  };
}

/**
 * Builds the statement that reads a page of rows without joins.
 * @param columns the columns, over `t`.
 * @param size the SQL of a row's size in bytes, over `t`, if rows may be large.
 */
export const selecting =
  (columns: string, size = '0'): Listing['select'] =>
  (page, order, further) =>
    `select ${[columns, `${size} as row_size`, ...further].join(', ')} from (${page}) t ${order}`;
