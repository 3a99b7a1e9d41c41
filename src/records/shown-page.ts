import type { Resource, Row } from '../resources/resource.ts';
import type { Listing } from '../store/page.ts';
import { marksText, selectText } from '../store/select.ts';
import type { Store } from '../store/store.ts';
import type { Call } from './call.ts';
import { type Marked, showMarked } from './lately-shown.ts';
import type { ListRequest } from './list-request.ts';
import { show } from './show.ts';

/** A row of a page as the statement around it reads it. */
export type PageRow = Readonly<Record<string, unknown>>;

/** How a page is read and shown. */
export interface ShownPage {
  readonly select: Listing['select'];
  readonly show: (rows: readonly PageRow[]) => Promise<string[]>;
}

/**
 * Pages of so many records are for somebody who looks at them, and at the same ones again. Who reads a whole list asks
 * for more at once, and once for each.
 */
const mostLookedAt = 100;

/**
 * Whole records on pages that are looked at are first asked for their versions, and read where they are new: as they are
 * by then, so one that changes in that moment may no longer be what the list asks for. What is somebody's own is read at
 * once with the question whose it is.
 */
export function pageOf(store: Store, call: Call, resource: Resource, asked: ListRequest): ShownPage {
  const { keys, include = [] } = asked.shape ?? {};
  const isWhole = keys === undefined && include.length === 0;
  if (resource.kept === 'table' && !resource.personal && isWhole && asked.perPage <= mostLookedAt) {
    return {
      select: (picked, order, columns) => marksText(resource, picked, order, columns),
      show: (rows) => showMarked(store, call, resource, rows as unknown as Marked[]),
    };
  }
  return {
    select: (picked, order, columns) => selectText(resource, picked, order, { columns, keys }),
    show: (rows) => show(store, call, { resource, ...asked.shape }, rows as unknown as Row[]),
  };
}
