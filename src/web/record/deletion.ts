import { Refused } from '../../client/problem.ts';
import type { Resource } from '../../resources/resource.ts';
import { sendRequest } from '../data/api.ts';
import { changeQueue } from '../data/change-queue.ts';
import { queryClient } from '../data/query-client.ts';
import { dropRows, takeKnownDeletion } from '../queries/list-cache.ts';
import { reasonOf } from '../parts/failure/failure.tsx';
import { toast } from '../toasts/toasts.ts';
import { canUndo } from '../toasts/undo.ts';
import { dropRecent } from './recent.ts';
import type { LoadedRecord } from './record-query.ts';

/**
 * Deletes a record, after its earlier changes, and takes it out of the lists. A toast offers to restore it.
 * @param onDeleted called once it is deleted, before the page reads anything again.
 */
export async function deleteRecord(
  resource: Resource,
  { record: { id }, version }: LoadedRecord,
  name: string,
  onDeleted?: () => void,
): Promise<void> {
  const { singular, plural } = resource;
  try {
    await changeQueue.delete({ singular, plural, id }, version);
    dropRecent(plural, id);
    dropRows(plural, [id]);
    onDeleted?.();
    const undo = canUndo(() => void restoreRecord(resource, id, name));
    toast(`${name} is deleted.`, { action: { name: 'Undo', run: undo } });
  } catch (error) {
    const again = (current: number) => () =>
      void deleteRecord(resource, { record: { id }, version: current }, name, onDeleted);
    toast(`${name} was not deleted. ${reasonOf(error)}`, { isFault: true, action: anyway('Delete', error, again) });
  } finally {
    await readAgain(resource);
  }
}

/**
 * The way to do something with a record that somebody else has changed meanwhile.
 * @param again does it with the current version.
 */
export function anyway(name: string, error: unknown, again: (version: number) => () => void) {
  if (!(error instanceof Refused) || error.status !== 412 || error.version === null) return undefined;
  return { name: `${name} anyway`, run: again(error.version) };
}

/** Restores a deleted record. @returns whether it is back. */
export async function restoreRecord(resource: Resource, id: string, name: string): Promise<boolean> {
  try {
    await sendRequest({ method: 'POST', path: `/${resource.plural}/${id}/restore` });
    await queryClient.resetQueries({ queryKey: [resource.plural, id] });
    takeKnownDeletion(resource.plural, id);
    void queryClient.invalidateQueries({ queryKey: ['list', resource.plural] });
    toast(`${name} is back.`);
    return true;
  } catch (error) {
    toast(`${name} was not restored. ${reasonOf(error)}`, { isFault: true });
    return false;
  } finally {
    await readAgain(resource);
  }
}

const readAgain = ({ plural }: Resource): Promise<void> => queryClient.invalidateQueries({ queryKey: [plural] });
