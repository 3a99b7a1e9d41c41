import { changeQueue } from '../data/change-queue.ts';
import type { Fields } from '../data/target.ts';
import { queryClient } from '../data/query-client.ts';
import { reasonOf } from '../parts/failure/failure.tsx';
import { anyway } from '../record/deletion.ts';
import { changeUndoably } from '../record/undoable-change.ts';
import { toast } from '../toasts/toasts.ts';
import type { Lead } from './lead.ts';

/** A lead that is archived, snoozed or converted. */
export type ChangedLead = Pick<Lead, 'id' | 'version' | 'name' | 'archived_at' | 'snooze_until'>;

const targetOf = (id: string) => ({ singular: 'lead', plural: 'leads', id });

function changeLead({ id, version, name }: ChangedLead, fields: Fields, before: Fields, said: string) {
  const change = { target: targetOf(id), name, fields, shown: fields, before, said, undone: 'is as it was.' };
  return changeUndoably(change, version);
}

/** Takes a lead out of the inbox; puts an archived one back. @returns whether the service made the change. */
export function archiveLead(lead: ChangedLead): Promise<boolean> {
  const { archived_at: before } = lead;
  const fields = { archived_at: before === null ? new Date().toISOString() : null };
  return changeLead(lead, fields, { archived_at: before }, before === null ? 'is archived.' : 'is back in the inbox.');
}

/** @param said the day on which the lead comes back, in words. @returns whether the service made the change. */
export const snoozeLead = (lead: ChangedLead, until: string | null, said: string): Promise<boolean> =>
  changeLead(
    lead,
    { snooze_until: until },
    { snooze_until: lead.snooze_until },
    until === null ? 'is awake.' : `sleeps until ${said}.`,
  );

/** Makes a project of a lead. @returns its id; null if the service refused, which a toast says. */
export async function convertLead(lead: ChangedLead): Promise<string | null> {
  const { id, version, name } = lead;
  try {
    return await changeQueue.convert(targetOf(id), version);
  } catch (error) {
    const again = (current: number) => () => void convertLead({ ...lead, version: current });
    toast(`${name} was not converted. ${reasonOf(error)}`, { isFault: true, action: anyway('Convert', error, again) });
    return null;
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['leads'] });
    await queryClient.invalidateQueries({ queryKey: ['projects'] });
  }
}
