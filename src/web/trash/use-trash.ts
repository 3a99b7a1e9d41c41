import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { words } from '../../resources/in-words.ts';
import type { Resource } from '../../resources/resource.ts';
import { queryClient } from '../data/query-client.ts';
import { useSession } from '../data/session.ts';
import { hasPage } from '../record/has-page.ts';
import { type RelatedRow, rowOf } from '../fields/related-rows.ts';
import { toast } from '../toasts/toasts.ts';
import { restoreAll } from './restore.ts';
import { familyName } from './trash-families.ts';
import { type TrashedRecord, trashQuery } from './trash-query.ts';
import { useViewContext } from '../fields/use-view-context.ts';

/** A deleted record as the trash shows it. */
export interface TrashRow extends RelatedRow {
  readonly id: string;
  readonly deletedAt: string;
  readonly by: string | null;
}

/** The addresses of which one shows many records at once. */
const mostInAddress = 100;

/** The deleted records of a family, and how to restore them. */
export function useTrash(resource: Resource) {
  const isAdmin = useSession().user.role === 'admin';
  const navigate = useNavigate();
  const list = useInfiniteQuery(trashQuery(resource, isAdmin));
  const rows = useRows(resource, list.data?.pages.flatMap((page) => page.rows) ?? []);
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  /** @returns the records that are back. */
  const restore = async (chosen: readonly TrashRow[]): Promise<readonly TrashRow[]> => {
    const ids = chosen.map(({ id }) => id);
    const failed = await restoreAll(resource, ids);
    const back = chosen.filter(({ id }) => !failed.has(id));
    setFaults((before) => new Map([...[...before].filter(([id]) => !ids.includes(id)), ...failed]));
    tell(resource, back, (to) => void navigate(to as never));
    if (failed.size > 0) toast(`${failed.size} could not be restored. The list says why.`, { isFault: true });
    return back;
  };
  const readAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [resource.plural] });
  return { list, rows, faults, restore, readAgain };
}

function useRows(resource: Resource, trashed: readonly TrashedRecord[]): readonly TrashRow[] {
  const context = useViewContext();
  return trashed.map(({ record, by }) => {
    const row = rowOf(resource.plural, record, context);
    return { ...row, text: row.text || words(resource), id: record.id, deletedAt: record.deleted_at, by };
  });
}

/** Says what is back, with a way to open it. */
function tell(resource: Resource, back: readonly TrashRow[], open: (to: object) => void): void {
  const [only] = back;
  if (!only) return;
  const said =
    back.length === 1 ? `${only.text} is back.` : `${back.length} ${familyName(resource).toLowerCase()} are back.`;
  const to = openingOf(resource, back);
  toast(said, to ? { action: { name: 'Open', run: () => open(to) } } : {});
}

/** The address that shows restored records: the page of one, the list of several. */
function openingOf(resource: Resource, back: readonly TrashRow[]) {
  if (!hasPage(resource.plural)) return null;
  if (back.length === 1) return { to: back[0]?.to };
  const to = `/${resource.plural}`;
  const isListed = resource.plural !== 'tasks' && back.length <= mostInAddress;
  return isListed ? { to, search: { id: back.map(({ id }) => id).join(',') } } : { to };
}
