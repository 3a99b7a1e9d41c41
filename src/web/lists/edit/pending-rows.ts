import { useEffect, useMemo, useReducer } from 'react';
import type { Resource } from '../../../resources/resource.ts';
import { changeQueue } from '../../data/change-queue.ts';
import type { ListedRecord } from '../list-query.ts';

/** The rows with the changes on top that the service has not answered yet. */
export function usePendingRows({ singular, plural }: Resource, rows: readonly ListedRecord[]): readonly ListedRecord[] {
  const [changes, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => changeQueue.subscribe((target) => target.plural === plural && again()), [plural]);
  return useMemo(
    () =>
      rows.map((row) => {
        const pending = changeQueue.pending({ singular, plural, id: row.id });
        return Object.keys(pending).length === 0 ? row : { ...row, ...pending };
      }),
    // The queue tells of its changes; it is no value of React.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [singular, plural, rows, changes],
  );
}
