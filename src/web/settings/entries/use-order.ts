import { notifyManager } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Resource } from '../../../resources/resource.ts';
import { sendRequest } from '../../data/api.ts';
import { reasonOf } from '../../parts/failure/failure.tsx';
import { toast } from '../../toasts/toasts.ts';
import { canUndo } from '../../toasts/undo.ts';
import { inOrder, putEntry, putOrder, readEntriesAgain, type SmallRecord } from './entries-query.ts';

/** The ids of records in the order that somebody wants. */
type Order = readonly string[];

/**
 * The order of records by their field `position`. A new order shows at once. Its positions are sent one after the
 * other, so that pressing a key several times sends what the last one left.
 */
export function useOrder(resource: Resource, entries: readonly SmallRecord[]) {
  const [wanted, setWanted] = useState<Order | null>(null);
  const sending = useRef<Order | null>(null);
  // The positions that the service has. The rendered ones are older until a render follows the last request.
  const positions = useRef(new Map<string, unknown>());
  useEffect(() => {
    if (wanted === null) positions.current = new Map(entries.map(({ id, ['position']: position }) => [id, position]));
  }, [entries, wanted]);
  const isIdle = (): boolean => sending.current === null;
  const arranged = wanted === null ? entries : inOrder(entries, wanted);
  const arrange = async (order: Order): Promise<void> => {
    setWanted(order);
    const isUnderWay = !isIdle();
    sending.current = order;
    if (isUnderWay) return;
    try {
      await sendPositions(resource, positions.current, () => sending.current ?? order);
      putOrder(resource, sending.current);
    } catch (error) {
      const failed = sending.current;
      const again = { name: 'Try again', run: () => void arrange(failed) };
      toast(`The order is not stored. ${reasonOf(error)}`, { isFault: true, action: again });
    } finally {
      sending.current = null;
      await readEntriesAgain(resource);
      // TanStack Query notifies components in a later task. Until then `entries` has the earlier order.
      notifyManager.schedule(() => {
        if (isIdle()) setWanted(null);
      });
    }
  };
  const move = (from: number, to: number): void => {
    const before = arranged.map(({ id }) => id);
    const id = before[from];
    if (id === undefined || to < 0 || to >= before.length || from === to) return;
    canUndo(() => void arrange(before));
    void arrange(before.toSpliced(from, 1).toSpliced(to, 0, id));
  };
  return { arranged, move };
}

/** Sends the positions that differ from the order, which may change meanwhile. */
async function sendPositions(resource: Resource, positions: Map<string, unknown>, wanted: () => Order): Promise<void> {
  for (;;) {
    const place = wanted().findIndex((id, index) => positions.get(id) !== index + 1);
    const id = wanted()[place];
    if (id === undefined) return;
    const position = place + 1;
    const { version } = await sendRequest({
      method: 'PATCH',
      path: `/${resource.plural}/${id}`,
      body: { [resource.singular]: { position } },
    });
    positions.set(id, position);
    putEntry(resource, id, { position, ...(version === null ? {} : { version }) });
  }
}
