import type { Engine } from '../../database/engine.ts';
import type { Listing } from '../query/keyset.ts';
import { readRows } from '../cache/packed-rows.ts';
import { hasMistakable, type MatchRange, type WordSearch, searchStatement } from './search-statement.ts';
import { searchable } from './search-ways.ts';

export interface FoundPage {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** The numbers of other pages; empty if all matches fit on this page. */
  readonly links: Readonly<Partial<Record<'first' | 'prev' | 'next', number>>>;
}

/** The requested page of the matches, and the statement around the select that picks them. */
interface FoundPart {
  readonly perPage: number;
  readonly page: number;
  readonly select: Listing['select'];
}

/**
 * Reads one page of the matches: first the rows that have every word literally, then, if these do not fill the page,
 * the rows with similar spellings. The page must start within the first `searchable` rows.
 */
export async function readFound(
  engine: Engine,
  search: WordSearch,
  { perPage, page, select }: FoundPart,
): Promise<FoundPage> {
  const start = (page - 1) * perPage;
  const reach = { start, end: Math.min(start + perPage + 1, searchable) };
  const literal = await readRange(engine, searchStatement(search, reach), select);
  const isFull = literal.length === reach.end - reach.start;
  const alike = isFull || !hasMistakable(search) ? [] : await readAlike(engine, search, { literal, reach, select });
  const rows = [...literal, ...alike];
  return { rows: rows.slice(0, perPage), links: linksFrom(page, rows.length > perPage) };
}

/** Reads the ids of all rows that the pages of a search show. */
export async function readFoundIds(engine: Engine, search: WordSearch): Promise<string[]> {
  const select: Listing['select'] = (page, order) =>
    `select t.id::text as id, octet_length(t.id::text) as row_size from (${page}) t ${order}`;
  const { rows } = await readFound(engine, search, { perPage: searchable, page: 1, select });
  return rows.map(({ id }) => String(id));
}

type FoundRows = FoundPage['rows'];

const readRange = (
  engine: Engine,
  { sql, parameters }: ReturnType<typeof searchStatement>,
  select: Listing['select'],
): Promise<FoundRows> => readRows(engine, select(sql, 'order by t.search_place', ['t.search_place']), parameters);

/** Reads the rows after the literal ones. On later pages it first reads the ids of the literal ones. */
async function readAlike(
  engine: Engine,
  search: WordSearch,
  { literal, reach: { start, end }, select }: { literal: FoundRows; reach: MatchRange; select: Listing['select'] },
): Promise<FoundRows> {
  const ids = start === 0 ? literal.map(({ id }) => String(id)) : await literalIds(engine, search, end);
  const rest = { start: Math.max(0, start - ids.length), end: end - ids.length };
  return readRange(engine, searchStatement(search, rest, ids), select);
}

async function literalIds(engine: Engine, search: WordSearch, end: number): Promise<string[]> {
  const { sql, parameters } = searchStatement(search, { start: 0, end });
  const rows = await engine.query<{ id: string }>(`select t.id::text as id from (${sql}) t`, parameters);
  return rows.map(({ id }) => id);
}

function linksFrom(page: number, more: boolean): FoundPage['links'] {
  if (page === 1 && !more) return {};
  return { first: 1, ...(page > 1 ? { prev: page - 1 } : {}), ...(more ? { next: page + 1 } : {}) };
}
