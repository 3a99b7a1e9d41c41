import type { Resource, Row } from '../../resources/resource.ts';
import type { Listing } from '../../store/query/keyset.ts';
import { marksText, selectText } from '../../store/rows/select.ts';
import type { RequestContext } from '../call.ts';
import type { RecordText } from '../rendered.ts';
import { type Marked, showMarked } from './lately-shown.ts';
import type { ListRequest } from './list-request.ts';
import { show } from './show.ts';

/** A row of a page, as the statement for the page returns it. */
export type PageRow = Readonly<Record<string, unknown>>;

/** The functions that read and render a page. */
export interface ShownPage {
  readonly select: Listing['select'];
  readonly show: (rows: readonly PageRow[]) => Promise<RecordText[]>;
}

/**
 * The limit of records on a page that uses the cache. Users look at small pages again and again. A client that reads a
 * whole list requests larger pages, and each page once.
 */
const mostLookedAt = 100;

/**
 * For whole records on small pages, the service first reads the versions, and then only the records that the cache
 * lacks. A record that changes in between may no longer match the list's filters. Personal records are read in one
 * statement with the check of their owner.
 */
export function pageOf(call: RequestContext, resource: Resource, asked: ListRequest): ShownPage {
  const { keys, include = [] } = asked.shape ?? {};
  const isWhole = keys === undefined && include.length === 0;
  if (resource.kept === 'table' && !resource.personal && isWhole && asked.perPage <= mostLookedAt) {
    return {
      select: (picked, order, columns) => marksText(resource, picked, order, columns),
      show: (rows) => showMarked(call, resource, rows as unknown as Marked[]),
    };
  }
  return {
    select: (picked, order, columns) => selectText(resource, picked, order, { columns, keys }),
    show: (rows) => show(call, { resource, ...asked.shape }, rows as unknown as Row[]),
  };
}
