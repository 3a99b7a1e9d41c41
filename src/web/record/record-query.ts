import { queryOptions } from '@tanstack/react-query';
import { Refused } from '../../client/problem.ts';
import type { Resource } from '../../resources/resource.ts';
import { type QueuedChange, changeQueue, type ChangeResult } from '../data/change-queue.ts';
import { sendRecord } from '../data/records.ts';
import type { Fields } from '../data/target.ts';
import { queryClient } from '../data/query-client.ts';
import { ownFields } from '../fields/page-field.ts';
import { reasonOf } from '../parts/failure/failure.tsx';
import { toast } from '../toasts/toasts.ts';
import { canUndo } from '../toasts/undo.ts';
import { hasPage } from './has-page.ts';
import { changeOrChoose, saidOf } from './conflict/change-or-choose.ts';
import { takeBack } from './take-back.ts';

/** A record as the service has it. */
export interface LoadedRecord {
  readonly record: Fields & { readonly id: string };
  readonly version: number;
}

/** A record with all of its fields, also those that answers leave out unless they are asked for. */
export const recordQuery = (resource: Resource, id: string) => {
  const { singular, plural } = resource;
  const query = included(resource);
  const queryKey = [plural, id] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<LoadedRecord> => {
      const { record, version } = await sendRecord({ singular, plural, id }, { query, signal });
      const read = { record: { ...record, id }, version: version ?? 0 };
      // The read may have begun before a change that is answered already.
      const known = queryClient.getQueryData<LoadedRecord>(queryKey);
      return known && known.version > read.version ? known : read;
    },
  });
};

/** A record as it was at a past instant; null if it was not there. No event and no change replaces it: its key begins with no plural. */
export const pastRecordQuery = (resource: Resource, id: string, asOf: string) => {
  const { singular, plural } = resource;
  return queryOptions({
    queryKey: ['past', plural, id, asOf],
    queryFn: async ({ signal }): Promise<LoadedRecord | null> => {
      const query = { ...included(resource), as_of: asOf };
      try {
        const { record, version } = await sendRecord({ singular, plural, id }, { query, signal });
        return { record: { ...record, id }, version: version ?? 0 };
      } catch (error) {
        if (error instanceof Refused && error.status === 404) return null;
        throw error;
      }
    },
  });
};

/** The parameter for the fields that answers leave out unless they are asked for. */
function included(resource: Resource): { readonly include?: string } {
  const unlisted = ownFields(resource).filter(([, field]) => field.unlisted);
  return unlisted.length === 0 ? {} : { include: unlisted.map(([name]) => name).join() };
}

/** The record as its page shows it takes the answer to each change. */
changeQueue.onMade(({ target: { plural, id }, shown }: QueuedChange, { record, version }: ChangeResult) =>
  queryClient.setQueryData<LoadedRecord>([plural, id], (before) => {
    if (!before || before.version > version) return before;
    // The answer leaves out fields that have to be asked for.
    const unlisted = Object.keys(shown).filter((name) => name in before.record && !(name in record));
    const kept = Object.fromEntries(unlisted.map((name) => [name, shown[name]]));
    return { record: { ...before.record, ...kept, ...record, id }, version };
  }),
);

/** One edited field: what is sent, and what the page shows until the service has answered. */
export interface FieldChange {
  readonly label: string;
  readonly fields: Fields;
  readonly shown: Fields;
  /** The words of a toast once the change is made: `North Lab moved to Estimating.` Without them, the field says it. */
  readonly said?: string | undefined;
}

/**
 * Changes a record. The page shows the change at once. If somebody else has changed the same fields, it asks which
 * values hold. `Ctrl Z` undoes the change if the record has a page.
 * @returns why the service did not make the change; null if it did, or if the person chose the other values.
 */
export async function changeRecord(
  { singular, plural }: Resource,
  { record, version }: LoadedRecord,
  { label, fields, shown, said }: FieldChange,
): Promise<string | null> {
  const readAgain = (): void => void queryClient.invalidateQueries({ queryKey: [plural, record.id] });
  const target = { singular, plural, id: record.id };
  try {
    const made = await changeOrChoose({ target, fields, shown }, { version, seen: record, onConflict: readAgain });
    if (made === null || !hasPage(plural)) return null;
    const { name } = record;
    const what = typeof name === 'string' ? `${label} of ${name}` : label;
    const undo = canUndo(() => void takeBack(target, made, what), `${plural}/${record.id}`);
    if (said !== undefined) toast(saidOf(made, said, String(name)), { action: { name: 'Undo', run: undo } });
    return null;
  } catch (error) {
    readAgain();
    return reasonOf(error);
  }
}
