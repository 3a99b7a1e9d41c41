import type { Resource, Row } from '../../resources/resource.ts';
import type { Listing } from '../../store/query/keyset.ts';
import { fingerprintsText, selectText } from '../../store/rows/select.ts';
import type { StoreContext } from '../request-context.ts';
import type { RecordText } from '../rendered.ts';
import { type Fingerprinted, renderCached } from './render-cache.ts';
import type { ListRequest } from './list-request.ts';
import { renderRows } from './render.ts';

/** A row of a page, as the statement for the page returns it. */
export type PageRow = Readonly<Record<string, unknown>>;

/** The functions that read and render a page. */
export interface PageRenderer {
  readonly select: Listing['select'];
  readonly render: (rows: readonly PageRow[]) => Promise<RecordText[]>;
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
export function pageRendererOf(context: StoreContext, resource: Resource, asked: ListRequest): PageRenderer {
  const { keys, include = [] } = asked.shape ?? {};
  const isWhole = keys === undefined && include.length === 0;
  if (resource.kept === 'table' && !resource.personal && isWhole && asked.perPage <= mostLookedAt) {
    return {
      select: (picked, order, columns) => fingerprintsText(resource, picked, order, columns),
      render: (rows) => renderCached(context, resource, rows as unknown as Fingerprinted[]),
    };
  }
  return {
    select: (picked, order, columns) => selectText(resource, picked, order, { columns, keys }),
    render: (rows) => renderRows(context, { resource, ...asked.shape }, rows as unknown as Row[]),
  };
}
