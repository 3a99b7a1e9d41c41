import { type Problem, queryRefusal } from '../refusal.ts';
import type { Resource, Row } from '../resources/resource.ts';
import { readFound, searchable } from '../store/search-page.ts';
import { type SearchWord, searchWords } from '../store/search-words.ts';
import type { Store } from '../store/store.ts';
import type { Call } from './call.ts';
import type { ListRequest } from './list-request.ts';
import { selectionOf } from './selection.ts';
import { show } from './show.ts';
import type { Part, Step } from './window.ts';

/** A search of a list: what is looked for, and which part of what is found is wished for. */
export interface SearchWish extends ListRequest {
  readonly q: string;
  /** Given by a client who does not know that what is found has an order of its own. */
  readonly isSorted: boolean;
}

const mostWords = 10;

/**
 * The account's records, of those that the filters let through, that have every word of `q`: literal ones first,
 * newest first; then, where these do not fill the page, those with words of similar spelling.
 * @throws {Refusal} `invalid_query` for no word or too many, a page beyond the reach, a cursor or a sort.
 */
export async function searchList(store: Store, call: Call, resource: Resource, wish: SearchWish): Promise<Part> {
  const words = searchWords(wish.q);
  const problems = [...problemsOf(words), ...problemsBeside(wish)];
  if (problems.length > 0) throw queryRefusal(problems);
  const { rows, links } = await readFound(
    store.engine,
    {
      resource,
      words,
      ...selectionOf(call, resource, wish, call.at),
      keys: wish.shape?.keys,
    },
    { perPage: wish.perPage, page: wish.page ?? 1 },
  );
  const steps = Object.entries(links).map(([relation, page]) => [relation, { page: String(page) }] as const);
  const json = await show(store, call, { resource, ...wish.shape }, rows as Row[]);
  return { json, links: Object.fromEntries<Step>(steps) };
}

function problemsOf(words: readonly SearchWord[]): Problem[] {
  if (words.length === 0) return [{ parameter: 'q', code: 'required', message: 'must have a word to look for' }];
  if (words.length <= mostWords) return [];
  return [{ parameter: 'q', code: 'too_many', message: `must have at most ${mostWords} words` }];
}

function problemsBeside({ perPage, page = 1, cursor, isSorted }: SearchWish): Problem[] {
  const problems: Problem[] = [];
  const code = 'not_allowed';
  if (cursor !== undefined) {
    problems.push({ parameter: 'cursor', code, message: 'cannot be given together with q, whose pages have numbers' });
  }
  if (isSorted) {
    problems.push({
      parameter: 'sort',
      code,
      message: 'cannot be given together with q, which has an order of its own',
    });
  }
  if ((page - 1) * perPage >= searchable) {
    const message = `must be at most ${Math.ceil(searchable / perPage)}: a search shows its first ${searchable} records`;
    problems.push({ parameter: 'page', code: 'out_of_range', message });
  }
  return problems;
}
