import { type ObjectSelection, readNewest } from '../../store/access/managed-objects.ts';
import { type ListPage, mapped, type PageRequest } from '../../store/query/page.ts';
import { withFreshDirectory } from '../fresh-directory.ts';
import type { RequestContext, StoreContext } from '../request-context.ts';

/** A page of a list of objects, the newest first, as `show` shows each with the directory of the end of the read. */
export async function readNewestShown<Stored, Shown>(
  context: StoreContext,
  selection: ObjectSelection,
  pageRequest: PageRequest,
  show: (context: RequestContext, stored: Stored) => Shown,
): Promise<ListPage<Shown>> {
  const page = await readNewest<Stored>(context.store.engine, selection, pageRequest);
  return await withFreshDirectory(context, async (fresh) => mapped(page, (one) => show(fresh, one)));
}
