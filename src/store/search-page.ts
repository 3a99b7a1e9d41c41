import type { Engine } from './engine.ts';
import type { Listing } from './page.ts';
import { readRows } from './packed-rows.ts';
import { type Found, isMistakable, type Reach, type Search, searchable, searchStatement } from './search-statement.ts';

export interface FoundPage {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Numbers of other pages; none when everything found fits this one. */
  readonly links: Readonly<Partial<Record<'first' | 'prev' | 'next', number>>>;
}

/** Which part of what is found is wanted, and the statement around what picks it. */
interface FoundPart {
  readonly perPage: number;
  readonly page: number;
  readonly select: Listing['select'];
}

/**
 * Reads one page of what is found: those that have every word literally, and where these do not fill it, those that
 * have words of similar spelling. Its first row must be among the searchable ones.
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

/** What follows the literal ones. A row that was one of these, and has changed since, is not shown twice. */
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
