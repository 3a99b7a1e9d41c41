import type { Problem } from '../../refusal.ts';
import { resourceOf } from '../../resources/index.ts';
import type { Resource, Row } from '../../resources/resource.ts';
import { readFound, readFoundIds } from '../../store/search/search-page.ts';
import { searchable } from '../../store/search/search-ways.ts';
import { fingerprintsSelect, recordsSelect } from '../../store/rows/select.ts';
import { wordsOf } from '../../store/rows/search-words.ts';
import type { StoreContext } from '../request-context.ts';
import type { RecordText } from '../results.ts';
import type { ListRequest } from './list-request.ts';
import { isCachedPage, selectionOf } from './list-selection.ts';
import { type Fingerprinted, renderCached } from './render-cache.ts';
import { renderRows } from './rendered-rows.ts';
import { readKeys } from './renderer.ts';
import type { ListPage, PageLink } from '../../store/query/page.ts';

/** A search of a list: the text `q` and the list request. */
export interface SearchRequest extends ListRequest {
  readonly q: string;
}

const mostWords = 10;

/**
 * The account's records that pass the filters and have every word of `q`: rank A before B before C, the newest first
 * in each. If they do not fill the page, records with words of similar spelling follow. The caller must have checked
 * the request with `searchProblems`.
 */
export async function searchList(
  context: StoreContext,
  resource: Resource,
  request: SearchRequest,
): Promise<ListPage<RecordText>> {
  const words = wordsOf(request.q);
  const search = { resource, words, ...selectionOf(context, resource, request, context.at) };
  const shape = { resource, ...request.shape };
  const isCached = isCachedPage(context, resource, request);
  const { rows, links } = await readFound(context.store.engine, search, {
    perPage: request.perPage,
    page: request.page ?? 1,
    select: isCached ? fingerprintsSelect(resource, []) : recordsSelect(resource, { keys: readKeys(shape) }),
  });
  const steps = Object.entries(links).map(([relation, page]) => [relation, { page: String(page) }] as const);
  const found = rows as readonly (Row & Fingerprinted)[];
  const entries = isCached ? await renderCached(context, resource, found) : await renderRows(context, shape, found);
  return { entries, links: Object.fromEntries<PageLink>(steps) };
}

/** The ids of the account's records that `searchList` shows on all of its pages. */
export const foundIds = (
  context: StoreContext,
  resource: Resource,
  { q, ...request }: Pick<SearchRequest, 'q' | 'filters'>,
): Promise<readonly string[]> =>
  readFoundIds(context.store.engine, {
    resource,
    words: wordsOf(q),
    ...selectionOf(context, resource, request, context.at),
  });

/** The families that one search covers unless it names others, in the order of its answer. */
export const usualFamilies = ['projects', 'companies', 'contacts', 'leads', 'tasks'] as const;

/** The families that one search can cover, in the order of its answer. */
export const searchedFamilies = [...usualFamilies, 'notes', 'files'] as const;

/** The first records that a search of each family finds. The families are searched at the same time. */
export const searchAll = (
  context: StoreContext,
  { families, ...asked }: Pick<SearchRequest, 'q' | 'perPage'> & { readonly families: readonly string[] },
): Promise<readonly { readonly family: string; readonly records: readonly RecordText[] }[]> =>
  Promise.all(
    families.map(async (family) => {
      const { entries } = await searchList(context, resourceOf(family), asked);
      return { family, records: entries };
    }),
  );

/** The problems of a search: no word, too many words, or a page beyond the limit. */
export const searchProblems = (asked: Pick<SearchRequest, 'q' | 'page' | 'perPage'>): Problem[] => [
  ...wordProblems(asked.q),
  ...reachProblems(asked),
];

/** The problems of the text of a search. */
export function wordProblems(q: string): Problem[] {
  const words = wordsOf(q);
  if (words.length === 0) return [{ parameter: 'q', code: 'required', message: 'must have a word to look for' }];
  if (words.length <= mostWords) return [];
  return [{ parameter: 'q', code: 'too_many', message: `must have at most ${mostWords} words` }];
}

function reachProblems({ perPage, page = 1 }: Pick<SearchRequest, 'page' | 'perPage'>): Problem[] {
  if ((page - 1) * perPage < searchable) return [];
  const message = `must be at most ${Math.ceil(searchable / perPage)}: a search shows its first ${searchable} records`;
  return [{ parameter: 'page', code: 'out_of_range', message }];
}
