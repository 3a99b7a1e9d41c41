import type { Resource } from '../../resources/resource.ts';
import { readCounts } from '../../store/query/counts.ts';
import type { StoreContext } from '../request-context.ts';
import type { AskedFilter } from './list-filters.ts';
import { selectionOf } from './list-selection.ts';

/** The number of a list's records in each view of leads, or by the deadline of tasks. */
export const countRecords = (
  context: StoreContext,
  resource: Resource,
  filters: readonly AskedFilter[],
): Promise<Readonly<Record<string, number>>> =>
  readCounts(context.store.engine, resource, selectionOf(context, resource, { filters }, context.at));
