import type { Problem } from '../refusal.ts';
import type { Resource } from '../resources/resource.ts';
import { readFound } from '../store/search-page.ts';
import { searchable } from '../store/search-statement.ts';
import { searchWords } from '../store/search-words.ts';
import type { Store } from '../store/store.ts';
import type { Call } from './call.ts';
import type { ListRequest } from './list-request.ts';
import { pageOf } from './shown-page.ts';
import { selectionOf } from './selection.ts';
import type { Part, Step } from './window.ts';

/** A search of a list: what is looked for, and which part of what is found is wished for. */
export interface SearchWish extends ListRequest {
  readonly q: string;
}

const mostWords = 10;

/**
 * The account's records, of those that the filters let through, that have every word of `q`: literal ones first,
 * newest first; then, where these do not fill the page, those with words of similar spelling. `searchProblems` has
 * found nothing wrong with the wish.
 */
export async function searchList(store: Store, call: Call, resource: Resource, wish: SearchWish): Promise<Part> {
  const words = searchWords(wish.q);
  const search = { resource, words, ...selectionOf(call, resource, wish, call.at) };
  const { select, show } = pageOf(store, call, resource, wish);
  const { rows, links } = await readFound(store.engine, search, {
    perPage: wish.perPage,
    page: wish.page ?? 1,
    select,
  });
  const steps = Object.entries(links).map(([relation, page]) => [relation, { page: String(page) }] as const);
  const json = await show(rows);
  return { json, links: Object.fromEntries<Step>(steps) };
}

/** What is wrong with a search: no word or too many, or a page beyond its reach. */
export const searchProblems = (asked: Pick<SearchWish, 'q' | 'page' | 'perPage'>): Problem[] => [
  ...wordProblems(asked.q),
  ...reachProblems(asked),
];

function wordProblems(q: string): Problem[] {
  const words = searchWords(q);
  if (words.length === 0) return [{ parameter: 'q', code: 'required', message: 'must have a word to look for' }];
  if (words.length <= mostWords) return [];
  return [{ parameter: 'q', code: 'too_many', message: `must have at most ${mostWords} words` }];
}

function reachProblems({ perPage, page = 1 }: Pick<SearchWish, 'page' | 'perPage'>): Problem[] {
  if ((page - 1) * perPage < searchable) return [];
  const message = `must be at most ${Math.ceil(searchable / perPage)}: a search shows its first ${searchable} records`;
  return [{ parameter: 'page', code: 'out_of_range', message }];
}
