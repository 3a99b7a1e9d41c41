import type { Engine } from './engine.ts';
import type { Listing } from './page.ts';
import { readRows } from './packed-rows.ts';
import { type Search, searchable, searchStatement } from './search-statement.ts';

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

/** Reads one page of what is found, by one statement. Its first row must be among the searchable ones. */
export async function readFound(
  engine: Engine,
  search: Search,
  { perPage, page, select }: FoundPart,
): Promise<FoundPage> {
  const start = (page - 1) * perPage;
  const { sql, parameters } = searchStatement(search, { start, end: Math.min(start + perPage + 1, searchable) });
  const text = select(sql, 'order by t.search_place', ['t.search_place']);
  const found = await readRows(engine, text, parameters);
  return { rows: found.slice(0, perPage), links: linksFrom(page, found.length > perPage) };
}

function linksFrom(page: number, more: boolean): FoundPage['links'] {
  if (page === 1 && !more) return {};
  return { first: 1, ...(page > 1 ? { prev: page - 1 } : {}), ...(more ? { next: page + 1 } : {}) };
}
