import { resourceOf } from '../../resources/index.ts';
import type { StoreContext } from '../request-context.ts';
import type { RecordText } from '../results.ts';
import { searchList, type SearchRequest } from './search.ts';

/** The families that one search covers, in the order of its answer. */
export const searchedFamilies = ['projects', 'companies', 'contacts', 'leads', 'tasks'] as const;

/** The first records that a search of each family finds. The families are searched at the same time. */
export const searchAll = (
  context: StoreContext,
  asked: Pick<SearchRequest, 'q' | 'perPage'>,
): Promise<readonly { readonly family: string; readonly records: readonly RecordText[] }[]> =>
  Promise.all(
    searchedFamilies.map(async (family) => {
      const { entries } = await searchList(context, resourceOf(family), asked);
      return { family, records: entries };
    }),
  );
