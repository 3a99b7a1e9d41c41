import type { Problem } from '../../refusal.ts';
import { resourceOf } from '../../resources/index.ts';
import { parseQuery } from '../../schema/query-text.ts';
import type { Directory } from '../../store/rows/directory.ts';
import type { AskedFilter } from '../reading/list-filters.ts';
import { askedOf, faultsOfQuestion } from '../reading/list-request.ts';
import { wordProblems } from '../reading/search.ts';

const projects = resourceOf('projects');

/** The projects that a feed follows: the filters and the text of a search. */
export interface FeedQuestion {
  readonly filters: readonly AskedFilter[];
  readonly q: string | undefined;
}

/** Reads the query of a feed, with all its problems. */
export function feedQuestion(
  query: string,
  directory: Directory,
): { readonly question: FeedQuestion; readonly problems: readonly Problem[] } {
  const { values } = parseQuery(query);
  const { q } = values;
  const { asked } = askedOf(projects, values, directory, new Date(0));
  return {
    question: { filters: asked.filters, q },
    problems: [...faultsOfQuestion(projects.plural, query, directory), ...(q === undefined ? [] : wordProblems(q))],
  };
}
