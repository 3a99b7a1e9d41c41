import type { Problem } from '../../refusal.ts';
import type { Log } from '../../resources/logs.ts';
import type { Directory } from '../../store/rows/directory.ts';
import type { Filter } from '../../store/query/filters.ts';
import { type ListSelection, selectLog } from '../../store/query/selection.ts';
import type { RequestContext } from '../request-context.ts';
import { filtersOf } from './list-filters.ts';
import { reservedNames } from './list-request.ts';
import { dayFor } from './selection.ts';
import type { PageRequest } from './pagination.ts';

/** A request for a log: the page and the filters. */
export interface LogRequest extends PageRequest {
  readonly filters: readonly Filter[];
}

/** The filters of a log's query, and all its problems. The log's `resource` is only a name. */
export const logFiltersOf = (
  { resource, fields }: Log,
  query: Readonly<Record<string, string>>,
  directory: Directory,
): { readonly filters: readonly Filter[]; readonly problems: readonly Problem[] } =>
  filtersOf(resource, query, { directory, reserved: reservedNames, fields });

/** The requested entries of a log. */
export const logSelection = (context: RequestContext, { resource }: Log, filters: readonly Filter[]): ListSelection =>
  selectLog(context.actor.accountId, resource, filters, dayFor(context, context.at));
