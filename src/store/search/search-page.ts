import type { Engine } from '../../database/engine.ts';
import type { Listing } from '../query/keyset.ts';
import { readRows } from '../cache/packed-rows.ts';
import { type Found, isMistakable, type Reach, type Search, searchable, searchStatement } from './search-statement.ts';

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
export async function readFound(engine: Engine, search: Search, part: FoundPart): Promise<FoundPage> {
  const { perPage, page } = part;
  const start = (page - 1) * perPage;
  const reach = { start, end: Math.min(start + perPage + 1, searchable) };
  const literal = await readPart(engine, search, { found: 'literal', reach, ...part });
  const isFull = literal.length === reach.end - reach.start;
  const alike = isFull || !isMistakable(search) ? [] : await readAlike(engine, search, { literal, reach, ...part });
  const rows = [...literal, ...alike];
  return { rows: rows.slice(0, perPage), links: linksFrom(page, rows.length > perPage) };
}

type Rows = FoundPage['rows'];

function readPart(
  engine: Engine,
  search: Search,
  { found, reach, select }: { found: Found; reach: Reach; select: Listing['select'] },
): Promise<Rows> {
  const { sql, parameters } = searchStatement(search, found, reach);
  return readRows(engine, select(sql, 'order by t.search_place', ['t.search_place']), parameters);
}

/** Reads the rows after the literal ones. It drops rows that the literal read returned before they changed. */
async function readAlike(
  engine: Engine,
  search: Search,
  { literal, reach, select }: { literal: Rows; reach: Reach; select: Listing['select'] },
): Promise<Rows> {
  const { start, end } = reach;
  const before = start === 0 || literal.length > 0 ? start + literal.length : await countLiteral(engine, search, reach);
  const rest = { start: Math.max(0, start - before), end: end - before };
  const shown = new Set(literal.map(({ id }) => id));
  const alike = await readPart(engine, search, { found: 'alike', reach: rest, select });
  return alike.filter(({ id }) => !shown.has(id));
}

async function countLiteral(engine: Engine, search: Search, reach: Reach): Promise<number> {
  const { sql, parameters } = searchStatement(search, 'count', reach);
  const [row] = await engine.query<{ count: number }>(sql, parameters);
  return row?.count ?? 0;
}

function linksFrom(page: number, more: boolean): FoundPage['links'] {
  if (page === 1 && !more) return {};
  return { first: 1, ...(page > 1 ? { prev: page - 1 } : {}), ...(more ? { next: page + 1 } : {}) };
}
